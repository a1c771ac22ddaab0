-- AlterTable
ALTER TABLE "gamma"."checkpoints" ADD COLUMN     "figures_version" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "gamma"."events" ADD COLUMN     "source" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "gamma"."markets" ADD COLUMN     "source" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "gamma"."series" ADD COLUMN     "source" JSON NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "gamma"."tags" ADD COLUMN     "source" JSON NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "gamma"."market_figures" (
    "market_id" BIGINT NOT NULL,
    "volume" DOUBLE PRECISION NOT NULL,
    "volume24hr" DOUBLE PRECISION NOT NULL,
    "volume1wk" DOUBLE PRECISION NOT NULL,
    "volume1mo" DOUBLE PRECISION NOT NULL,
    "volume1yr" DOUBLE PRECISION NOT NULL,
    "liquidity" DOUBLE PRECISION NOT NULL,
    "competitive" DOUBLE PRECISION NOT NULL,
    "is_traded" BOOLEAN NOT NULL DEFAULT false,
    "is_quoted" BOOLEAN NOT NULL DEFAULT false,
    "best_bid_pips" INTEGER,
    "best_ask_pips" INTEGER,
    "last_trade_pips" INTEGER,
    "payout_pips" INTEGER,
    "closed_at" BIGINT,

    CONSTRAINT "market_figures_pkey" PRIMARY KEY ("market_id")
);

-- CreateTable
CREATE TABLE "gamma"."event_figures" (
    "event_id" BIGINT NOT NULL,
    "volume" DOUBLE PRECISION NOT NULL,
    "volume24hr" DOUBLE PRECISION NOT NULL,
    "volume1wk" DOUBLE PRECISION NOT NULL,
    "volume1mo" DOUBLE PRECISION NOT NULL,
    "volume1yr" DOUBLE PRECISION NOT NULL,
    "liquidity" DOUBLE PRECISION NOT NULL,
    "competitive" DOUBLE PRECISION NOT NULL,
    "is_traded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "event_figures_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "gamma"."traded_hours" (
    "market_id" BIGINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "usdc_micros" BIGINT NOT NULL,

    CONSTRAINT "traded_hours_pkey" PRIMARY KEY ("market_id","hour")
);

-- CreateIndex
CREATE INDEX "market_figures_volume_market_id_idx" ON "gamma"."market_figures"("volume", "market_id");

-- CreateIndex
CREATE INDEX "market_figures_volume24hr_market_id_idx" ON "gamma"."market_figures"("volume24hr", "market_id");

-- CreateIndex
CREATE INDEX "market_figures_liquidity_market_id_idx" ON "gamma"."market_figures"("liquidity", "market_id");

-- CreateIndex
CREATE INDEX "event_figures_volume_event_id_idx" ON "gamma"."event_figures"("volume", "event_id");

-- CreateIndex
CREATE INDEX "event_figures_volume24hr_event_id_idx" ON "gamma"."event_figures"("volume24hr", "event_id");

-- CreateIndex
CREATE INDEX "event_figures_liquidity_event_id_idx" ON "gamma"."event_figures"("liquidity", "event_id");

-- CreateIndex
CREATE INDEX "traded_hours_hour_idx" ON "gamma"."traded_hours"("hour");

-- What is held already has figures too.
INSERT INTO "gamma"."market_figures" (market_id, volume, volume24hr, volume1wk, volume1mo, volume1yr, liquidity, competitive)
  SELECT id, volume, 0, 0, 0, 0, liquidity, 0 FROM "gamma"."markets";
INSERT INTO "gamma"."event_figures" (event_id, volume, volume24hr, volume1wk, volume1mo, volume1yr, liquidity, competitive)
  SELECT e.id, coalesce(sum(m.volume), 0), 0, 0, 0, 0, coalesce(sum(m.liquidity), 0), 0
  FROM "gamma"."events" e LEFT JOIN "gamma"."markets" m ON m.event_ids @> ARRAY[e.id] GROUP BY e.id;

-- Filters on what a row says beyond its columns.
CREATE INDEX "events_featured_idx" ON "gamma"."events" ("id") WHERE (("source" ->> 'featured') = 'true');
CREATE INDEX "events_game_idx" ON "gamma"."events" ("id") WHERE (("source" ->> 'gameId') IS NOT NULL);
CREATE INDEX "markets_sports_idx" ON "gamma"."markets" (("source" ->> 'sportsMarketType')) WHERE (("source" ->> 'sportsMarketType') IS NOT NULL);
CREATE INDEX "markets_of_question_idx" ON "gamma"."markets" (lower("question_id")) WHERE ("question_id" <> '');
