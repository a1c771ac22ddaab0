SET lock_timeout = '1s';

-- CreateTable
CREATE TABLE "clob"."pending_credits" (
    "reference" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" BIGINT NOT NULL,
    "approved_by" TEXT,
    "approved_at" BIGINT,

    CONSTRAINT "pending_credits_pkey" PRIMARY KEY ("reference")
);
