-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "clob";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "data";

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "gamma";

-- CreateTable
CREATE TABLE "clob"."markets" (
    "condition_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "resolution" TEXT,
    "tick_pips" INTEGER NOT NULL,
    "minimum_size_micros" BIGINT NOT NULL,
    "taker_fee_bps" INTEGER NOT NULL,
    "delay_millis" INTEGER NOT NULL,
    "collateral_micros" BIGINT NOT NULL,
    "supply0_micros" BIGINT NOT NULL,
    "supply1_micros" BIGINT NOT NULL,
    "last_trade_pips" INTEGER,
    "accepting_since" BIGINT,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("condition_id")
);

-- CreateTable
CREATE TABLE "clob"."listings" (
    "number" BIGSERIAL NOT NULL,
    "condition_id" TEXT NOT NULL,
    "token0_id" TEXT NOT NULL,
    "token1_id" TEXT NOT NULL,
    "outcome0" TEXT NOT NULL,
    "outcome1" TEXT NOT NULL,
    "market_id" BIGINT,
    "question_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "image" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "closed" BOOLEAN NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "neg_risk" BOOLEAN NOT NULL,
    "neg_risk_market_id" TEXT NOT NULL,
    "neg_risk_request_id" TEXT NOT NULL,
    "end_date" TEXT,
    "game_start_time" TEXT,
    "notifications_enabled" BOOLEAN NOT NULL DEFAULT false,
    "rewards_rates" JSONB NOT NULL DEFAULT '[]',
    "rewards_min_size_micros" BIGINT NOT NULL DEFAULT 0,
    "rewards_max_spread_pips" INTEGER NOT NULL DEFAULT 0,
    "rewards_pinned" BOOLEAN NOT NULL DEFAULT false,
    "event_id" TEXT,
    "event_slug" TEXT,
    "event_title" TEXT,
    "event_ticker" TEXT,
    "event_description" TEXT,
    "tags" TEXT[],
    "raw_metadata" JSONB NOT NULL DEFAULT '{}',
    "catalog_terms" JSONB NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "listings_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "clob"."balances" (
    "wallet" TEXT NOT NULL,
    "asset" TEXT NOT NULL,
    "available_micros" BIGINT NOT NULL,
    "locked_micros" BIGINT NOT NULL,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("wallet","asset")
);

-- CreateTable
CREATE TABLE "clob"."orders" (
    "order_id" TEXT NOT NULL,
    "priority" BIGINT NOT NULL,
    "wallet" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "side" TEXT NOT NULL,
    "order_type" TEXT NOT NULL,
    "price_pips" INTEGER NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "budget_micros" BIGINT,
    "post_only" BOOLEAN NOT NULL,
    "expires_at" BIGINT,
    "accepted_at" BIGINT NOT NULL,
    "due_at" BIGINT,
    "filled_micros" BIGINT NOT NULL,
    "filled_usdc_micros" BIGINT NOT NULL,
    "locked_micros" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "close_reason" TEXT,
    "signed" JSONB NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "clob"."trades" (
    "trade_number" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "matched_at" BIGINT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "taker_order_id" TEXT NOT NULL,
    "taker_wallet" TEXT NOT NULL,
    "taker_owner" TEXT NOT NULL,
    "taker_outcome" SMALLINT NOT NULL,
    "taker_side" TEXT NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "usdc_micros" BIGINT NOT NULL,
    "fee_micros" BIGINT NOT NULL,
    "fee_rate_bps" INTEGER NOT NULL,
    "builder" TEXT NOT NULL,
    "transaction_hash" TEXT NOT NULL,

    CONSTRAINT "trades_pkey" PRIMARY KEY ("trade_number")
);

-- CreateTable
CREATE TABLE "clob"."fills" (
    "trade_number" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "maker_order_id" TEXT NOT NULL,
    "maker_wallet" TEXT NOT NULL,
    "maker_owner" TEXT NOT NULL,
    "maker_outcome" SMALLINT NOT NULL,
    "maker_side" TEXT NOT NULL,
    "maker_price_pips" INTEGER NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "maker_usdc_micros" BIGINT NOT NULL,

    CONSTRAINT "fills_pkey" PRIMARY KEY ("trade_number","position")
);

-- CreateTable
CREATE TABLE "clob"."journal" (
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "payload" BYTEA NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("first_sequence")
);

-- CreateTable
CREATE TABLE "clob"."journal_head" (
    "id" SMALLINT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "fees_micros" BIGINT NOT NULL,
    "trade_number" BIGINT NOT NULL,
    "priority" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "journal_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "clob"."checkpoints" (
    "source" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("source")
);

-- CreateTable
CREATE TABLE "clob"."ledger_entries" (
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "clob"."api_keys" (
    "api_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "revoked_at" BIGINT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("api_key")
);

-- CreateTable
CREATE TABLE "clob"."wallet_links" (
    "wallet" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "linked_at" BIGINT NOT NULL,

    CONSTRAINT "wallet_links_pkey" PRIMARY KEY ("wallet")
);

-- CreateTable
CREATE TABLE "clob"."bans" (
    "address" TEXT NOT NULL,
    "closed_only" BOOLEAN NOT NULL,
    "banned_at" BIGINT NOT NULL,

    CONSTRAINT "bans_pkey" PRIMARY KEY ("address")
);

-- CreateIndex
CREATE UNIQUE INDEX "listings_condition_id_key" ON "clob"."listings"("condition_id");

-- CreateIndex
CREATE UNIQUE INDEX "listings_token0_id_key" ON "clob"."listings"("token0_id");

-- CreateIndex
CREATE UNIQUE INDEX "listings_token1_id_key" ON "clob"."listings"("token1_id");

-- CreateIndex
CREATE INDEX "listings_active_number_idx" ON "clob"."listings"("active", "number");

-- CreateIndex
CREATE INDEX "balances_asset_idx" ON "clob"."balances"("asset");

-- CreateIndex
CREATE INDEX "orders_wallet_priority_idx" ON "clob"."orders"("wallet", "priority");

-- CreateIndex
CREATE INDEX "trades_taker_wallet_trade_number_idx" ON "clob"."trades"("taker_wallet", "trade_number");

-- CreateIndex
CREATE INDEX "trades_condition_id_trade_number_idx" ON "clob"."trades"("condition_id", "trade_number");

-- CreateIndex
CREATE INDEX "fills_maker_wallet_trade_number_idx" ON "clob"."fills"("maker_wallet", "trade_number");

-- CreateIndex
CREATE INDEX "fills_maker_order_id_idx" ON "clob"."fills"("maker_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "journal_last_sequence_key" ON "clob"."journal"("last_sequence");

-- CreateIndex
CREATE INDEX "ledger_entries_wallet_at_idx" ON "clob"."ledger_entries"("wallet", "at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_kind_address_nonce_key" ON "clob"."api_keys"("kind", "address", "nonce");

-- Beyond Prisma: what holds must hold in the database too, whoever writes.
ALTER TABLE "clob"."balances" ADD CONSTRAINT "balances_not_negative" CHECK ("available_micros" >= 0 AND "locked_micros" >= 0);
ALTER TABLE "clob"."markets" ADD CONSTRAINT "markets_collateralised" CHECK ("collateral_micros" = "supply0_micros" AND "supply0_micros" = "supply1_micros");
ALTER TABLE "clob"."orders" ADD CONSTRAINT "orders_lock_not_negative" CHECK ("locked_micros" >= 0 AND "filled_micros" >= 0);
ALTER TABLE "clob"."journal" ADD CONSTRAINT "journal_in_order" CHECK ("last_sequence" >= "first_sequence");
-- Most trades carry no builder: only those that do are worth an index.
CREATE INDEX "trades_builder_idx" ON "clob"."trades" ("builder", "trade_number") WHERE "builder" <> '0x0000000000000000000000000000000000000000000000000000000000000000';
-- Compressing a batch's facts costs more than the bytes that it saves.
ALTER TABLE "clob"."journal" ALTER COLUMN "payload" SET STORAGE EXTERNAL;
-- Room beside each open order for its later fills, so that an update stays on its page.
ALTER TABLE "clob"."orders" SET (fillfactor = 80);
CREATE INDEX "orders_open_idx" ON "clob"."orders" ("wallet", "priority" DESC) WHERE "status" IN ('live', 'delayed');

INSERT INTO "clob"."journal_head" ("id", "epoch", "sequence", "state_hash", "credited_micros", "debited_micros", "fees_micros", "trade_number", "priority", "at")
VALUES (1, 0, 0, '', 0, 0, 0, 0, 0, 0);
