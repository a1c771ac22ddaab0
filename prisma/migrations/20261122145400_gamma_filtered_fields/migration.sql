-- AlterTable
ALTER TABLE "gamma"."events" ADD COLUMN     "ended" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "event_date" TEXT,
ADD COLUMN     "game_id" TEXT,
ADD COLUMN     "live" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "start_time" TEXT;

-- AlterTable
ALTER TABLE "gamma"."markets" ADD COLUMN     "game_id" TEXT,
ADD COLUMN     "uma_status" TEXT;

-- What the rows that are held said of them.
UPDATE "gamma"."events" SET "game_id" = nullif("source" ->> 'gameId', ''), "event_date" = nullif("source" ->> 'eventDate', ''),
  "live" = coalesce("source" ->> 'live', '') = 'true', "ended" = coalesce("source" ->> 'ended', '') = 'true',
  "start_time" = CASE WHEN "source" ->> 'startTime' ~ '^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d' THEN replace(left("source" ->> 'startTime', 19), ' ', 'T') END
WHERE coalesce("source" ->> 'gameId', "source" ->> 'eventDate', "source" ->> 'startTime', "source" ->> 'live', "source" ->> 'ended') IS NOT NULL;
UPDATE "gamma"."markets" SET "game_id" = nullif("source" ->> 'gameId', ''), "uma_status" = nullif("source" ->> 'umaResolutionStatus', '')
WHERE coalesce("source" ->> 'gameId', "source" ->> 'umaResolutionStatus') IS NOT NULL;

-- CreateIndex
CREATE INDEX "events_game_id_idx" ON "gamma"."events"("game_id");

-- CreateIndex
CREATE INDEX "events_event_date_idx" ON "gamma"."events"("event_date");

-- CreateIndex
CREATE INDEX "events_start_time_id_idx" ON "gamma"."events"("start_time", "id");

-- CreateIndex
CREATE INDEX "markets_game_id_idx" ON "gamma"."markets"("game_id");

-- CreateIndex
CREATE INDEX "markets_uma_status_idx" ON "gamma"."markets"("uma_status");

-- Few games are played at a time, and no list by id should walk all others to find them.
CREATE INDEX "events_live_idx" ON "gamma"."events" ("id") WHERE "live";
CREATE INDEX "events_ended_idx" ON "gamma"."events" ("id") WHERE "ended";
