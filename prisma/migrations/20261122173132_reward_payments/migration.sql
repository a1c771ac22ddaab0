-- CreateTable
CREATE TABLE "clob"."reward_payments" (
    "day" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "accrued_at" BIGINT NOT NULL,

    CONSTRAINT "reward_payments_pkey" PRIMARY KEY ("day","kind","wallet")
);
