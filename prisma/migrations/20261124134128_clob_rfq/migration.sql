SET lock_timeout = '1s';

-- CreateTable
CREATE TABLE "clob"."rfq_requests" (
    "request_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "is_buy" BOOLEAN NOT NULL,
    "price_pips" INTEGER NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "usdc_micros" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "accepted_quote_id" UUID,
    "order_id" TEXT,
    "approve_by" BIGINT,
    "expires_at" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "rfq_requests_pkey" PRIMARY KEY ("request_id")
);

-- CreateTable
CREATE TABLE "clob"."rfq_quotes" (
    "quote_id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "is_buy" BOOLEAN NOT NULL,
    "price_pips" INTEGER NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "usdc_micros" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "rfq_quotes_pkey" PRIMARY KEY ("quote_id")
);

-- CreateIndex
CREATE INDEX "rfq_requests_created_idx" ON "clob"."rfq_requests"("created_at", "request_id");

-- CreateIndex
CREATE INDEX "rfq_requests_address_idx" ON "clob"."rfq_requests"("address", "expires_at");

-- CreateIndex
CREATE INDEX "rfq_quotes_request_idx" ON "clob"."rfq_quotes"("request_id");

-- CreateIndex
CREATE INDEX "rfq_quotes_address_idx" ON "clob"."rfq_quotes"("address", "created_at");

-- AddForeignKey
ALTER TABLE "clob"."rfq_quotes" ADD CONSTRAINT "rfq_quotes_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "clob"."rfq_requests"("request_id") ON DELETE CASCADE ON UPDATE CASCADE;
