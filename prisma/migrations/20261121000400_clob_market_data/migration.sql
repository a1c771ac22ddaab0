-- CreateTable
CREATE TABLE "clob"."price_minutes" (
    "condition_id" TEXT NOT NULL,
    "minute" INTEGER NOT NULL,
    "price_half_pips" INTEGER NOT NULL,

    CONSTRAINT "price_minutes_pkey" PRIMARY KEY ("condition_id","minute")
);

-- CreateTable
CREATE TABLE "clob"."heartbeats" (
    "address" TEXT NOT NULL,
    "heartbeat_id" TEXT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "heartbeats_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "clob"."notification_dismissals" (
    "address" TEXT NOT NULL,
    "id" BIGINT NOT NULL,

    CONSTRAINT "notification_dismissals_pkey" PRIMARY KEY ("address","id")
);

-- CreateTable
CREATE TABLE "clob"."reward_scores" (
    "day" TEXT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "score" BIGINT NOT NULL,

    CONSTRAINT "reward_scores_pkey" PRIMARY KEY ("day","condition_id","wallet")
);

-- CreateTable
CREATE TABLE "clob"."reward_samples" (
    "day" TEXT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "samples" INTEGER NOT NULL,
    "daily_rate_micros" BIGINT NOT NULL,

    CONSTRAINT "reward_samples_pkey" PRIMARY KEY ("day","condition_id")
);

-- Beyond Prisma: the open orders of a market, for dry runs, reward samples and the operator's counts.
CREATE INDEX "orders_open_market_idx" ON "clob"."orders" ("condition_id") WHERE "status" IN ('live', 'delayed');
