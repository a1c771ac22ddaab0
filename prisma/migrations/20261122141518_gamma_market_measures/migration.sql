-- AlterTable
ALTER TABLE "gamma"."event_figures" ADD COLUMN     "is_quoted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "open_interest" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "gamma"."market_figures" ADD COLUMN     "half_pips_1d_ago" INTEGER,
ADD COLUMN     "half_pips_1h_ago" INTEGER,
ADD COLUMN     "half_pips_1mo_ago" INTEGER,
ADD COLUMN     "half_pips_1wk_ago" INTEGER,
ADD COLUMN     "open_interest" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "gamma"."priced_hours" (
    "market_id" BIGINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "half_pips" INTEGER NOT NULL,

    CONSTRAINT "priced_hours_pkey" PRIMARY KEY ("market_id","hour")
);

-- CreateIndex
CREATE INDEX "priced_hours_hour_idx" ON "gamma"."priced_hours"("hour");

-- What a source said of liquidity and competitive ends with the first quote. The trading surface tells at its start what its books hold.
UPDATE "gamma"."market_figures" SET "liquidity" = 0,
  "competitive" = round((1 / (1 + power(coalesce(("best_bid_pips" + "best_ask_pips") / 2.0, "last_trade_pips", 5000) / 10000.0 - 0.5, 2)))::numeric, 6)::float8
WHERE "is_quoted";
