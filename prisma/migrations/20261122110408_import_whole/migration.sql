-- AlterTable
ALTER TABLE "clob"."listings" DROP COLUMN "notifications_enabled",
ADD COLUMN     "source_word" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "gamma"."events" ADD COLUMN     "listed_on" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "gamma"."markets" ADD COLUMN     "group_item_threshold" DOUBLE PRECISION,
ADD COLUMN     "listed_on" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "position" BIGINT NOT NULL DEFAULT 0;

-- What a market's trading terms say since now.
UPDATE "gamma"."markets" SET "trading" =
  '{"result": null, "closingPricesMicros": null, "acceptingOrdersAt": null, "notificationsEnabled": null, "marketMaker": ""}'::jsonb || "trading";
