SET lock_timeout = '1s';

-- CreateTable
CREATE TABLE "gamma"."first_trades" (
    "wallet" TEXT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "first_trades_pkey" PRIMARY KEY ("wallet")
);
