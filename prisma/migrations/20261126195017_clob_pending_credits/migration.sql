SET lock_timeout = '1s';

-- CreateTable
CREATE TABLE "clob"."pending_credits" (
    "reference" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" BIGINT NOT NULL,
    "decided_by" TEXT,
    "decided_at" BIGINT,
    "is_approved" BOOLEAN,

    CONSTRAINT "pending_credits_pkey" PRIMARY KEY ("reference")
);
