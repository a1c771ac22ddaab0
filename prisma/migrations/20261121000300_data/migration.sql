-- CreateTable
CREATE TABLE "data"."projection" (
    "id" SMALLINT NOT NULL,
    "generation" SMALLINT NOT NULL,

    CONSTRAINT "projection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data"."checkpoints" (
    "generation" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "wallets" INTEGER NOT NULL,
    "conditions" INTEGER NOT NULL,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("generation","source")
);

-- CreateTable
CREATE TABLE "data"."wallets" (
    "generation" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "pseudonym_key" TEXT NOT NULL,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("generation","number")
);

-- CreateTable
CREATE TABLE "data"."conditions" (
    "generation" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "condition_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "best_bid_pips" INTEGER,
    "best_ask_pips" INTEGER,
    "last_trade_pips" INTEGER,
    "payout0_pips" INTEGER,
    "mark_half_pips" INTEGER NOT NULL,
    "mark_minute" INTEGER NOT NULL,
    "supply0_micros" BIGINT NOT NULL,
    "supply1_micros" BIGINT NOT NULL,
    "collateral_micros" BIGINT NOT NULL,
    "volume_micros" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "conditions_pkey" PRIMARY KEY ("generation","number")
);

-- CreateTable
CREATE TABLE "data"."markets" (
    "generation" SMALLINT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "outcome0" TEXT NOT NULL,
    "outcome1" TEXT NOT NULL,
    "event_id" TEXT,
    "event_slug" TEXT,
    "category" TEXT,
    "end_date" TEXT,
    "neg_risk" BOOLEAN NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("generation","condition_id")
);

-- CreateTable
CREATE TABLE "data"."activity" (
    "generation" SMALLINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "part" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "wallet" INTEGER NOT NULL,
    "condition" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" SMALLINT,
    "side" TEXT,
    "size_micros" BIGINT NOT NULL,
    "usdc_micros" BIGINT NOT NULL,
    "fee_micros" BIGINT NOT NULL,
    "price_micros" INTEGER NOT NULL,
    "transaction_hash" BYTEA NOT NULL,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("generation","sequence","part")
);

-- CreateTable
CREATE TABLE "data"."positions" (
    "generation" SMALLINT NOT NULL,
    "wallet" INTEGER NOT NULL,
    "condition" INTEGER NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,
    "realized_micros" BIGINT NOT NULL,
    "acquired_micros" BIGINT NOT NULL,
    "bought_micros" BIGINT NOT NULL,
    "volume_micros" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "positions_pkey" PRIMARY KEY ("generation","wallet","condition","outcome")
);

-- CreateTable
CREATE TABLE "data"."marks" (
    "generation" SMALLINT NOT NULL,
    "minute" INTEGER NOT NULL,
    "condition" INTEGER NOT NULL,
    "before_half_pips" INTEGER NOT NULL,
    "mark_half_pips" INTEGER NOT NULL,

    CONSTRAINT "marks_pkey" PRIMARY KEY ("generation","minute","condition")
);

-- CreateTable
CREATE TABLE "data"."minutes" (
    "generation" SMALLINT NOT NULL,
    "minute" INTEGER NOT NULL,
    "first_sequence" BIGINT NOT NULL,

    CONSTRAINT "minutes_pkey" PRIMARY KEY ("generation","minute")
);

-- CreateTable
CREATE TABLE "data"."builder_volumes" (
    "generation" SMALLINT NOT NULL,
    "day" INTEGER NOT NULL,
    "builder" TEXT NOT NULL,
    "wallet" INTEGER NOT NULL,
    "volume_micros" BIGINT NOT NULL,

    CONSTRAINT "builder_volumes_pkey" PRIMARY KEY ("generation","day","builder","wallet")
);

-- CreateTable
CREATE TABLE "data"."profiles" (
    "wallet" TEXT NOT NULL,
    "user_name" TEXT,
    "user_name_key" TEXT,
    "pseudonym" TEXT,
    "bio" TEXT,
    "profile_image" TEXT,
    "profile_image_optimized" TEXT,
    "x_username" TEXT,
    "verified_badge" BOOLEAN,
    "display_username_public" BOOLEAN NOT NULL,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("wallet")
);

-- CreateIndex
CREATE INDEX "wallets_generation_pseudonym_key_idx" ON "data"."wallets"("generation", "pseudonym_key");

-- CreateIndex
CREATE UNIQUE INDEX "wallets_generation_address_key" ON "data"."wallets"("generation", "address");

-- CreateIndex
CREATE UNIQUE INDEX "conditions_generation_condition_id_key" ON "data"."conditions"("generation", "condition_id");

-- CreateIndex
CREATE INDEX "markets_generation_event_id_idx" ON "data"."markets"("generation", "event_id");

-- CreateIndex
CREATE INDEX "markets_generation_sequence_idx" ON "data"."markets"("generation", "sequence");

-- CreateIndex
CREATE INDEX "activity_generation_wallet_sequence_part_idx" ON "data"."activity"("generation", "wallet", "sequence", "part");

-- CreateIndex
CREATE INDEX "activity_generation_condition_sequence_part_idx" ON "data"."activity"("generation", "condition", "sequence", "part");

-- CreateIndex
CREATE UNIQUE INDEX "profiles_user_name_key_key" ON "data"."profiles"("user_name_key");

-- Holders of each token, largest first; a closed position costs nothing here.
CREATE INDEX "positions_holders_idx" ON "data"."positions"("generation", "condition", "outcome", "size_micros" DESC, "wallet") WHERE "size_micros" > 0;

-- Every trade and quote changes its condition, and nothing that changes is indexed: with room on its page the row is changed in place.
ALTER TABLE "data"."conditions" SET (fillfactor = 50);
