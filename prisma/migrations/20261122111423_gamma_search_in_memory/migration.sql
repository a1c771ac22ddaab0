-- DropIndex
DROP INDEX "gamma"."event_search_document_idx";

-- DropIndex
DROP INDEX "gamma"."event_search_place_idx";

-- DropIndex
DROP INDEX "gamma"."event_search_sites_idx";

-- DropIndex
DROP INDEX "gamma"."event_search_slug_idx";

-- DropIndex
DROP INDEX "gamma"."event_search_title_trigrams_idx";

-- DropIndex
DROP INDEX "gamma"."tags_label_trigrams_idx";

-- AlterTable
ALTER TABLE "gamma"."event_search" DROP COLUMN "document",
DROP COLUMN "place",
DROP COLUMN "sites",
DROP COLUMN "slug",
DROP COLUMN "title_folded",
ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "words_version" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "gamma"."tags" DROP COLUMN "label_folded",
ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 0;

-- DropTable
DROP TABLE "gamma"."search_words";

-- CreateIndex
CREATE INDEX "event_search_version_event_id_idx" ON "gamma"."event_search"("version", "event_id");

-- CreateIndex
CREATE INDEX "tags_version_id_idx" ON "gamma"."tags"("version", "id");

-- Beyond Prisma's schema language from here on: see prisma/beyond-prisma.json.

CREATE OR REPLACE FUNCTION "gamma"."take_statistics"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  ANALYZE "gamma"."tags", "gamma"."series", "gamma"."events", "gamma"."markets", "gamma"."event_search";
END
$$;

-- Nothing here compares trigrams any more; what somebody else keeps in the same database may.
DO $$
BEGIN
  DROP EXTENSION IF EXISTS pg_trgm;
EXCEPTION WHEN dependent_objects_still_exist OR insufficient_privilege THEN
  NULL;
END
$$;
