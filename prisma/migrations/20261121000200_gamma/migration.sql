CREATE TABLE "gamma"."journal" (
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "payload" BYTEA NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("first_sequence")
);

CREATE TABLE "gamma"."journal_head" (
    "id" SMALLINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "journal_head_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "gamma"."checkpoints" (
    "source" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("source")
);

CREATE TABLE "gamma"."tags" (
    "id" BIGINT NOT NULL,
    "label" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "updated_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "requires_translation" BOOLEAN NOT NULL,
    "label_folded" TEXT NOT NULL,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "gamma"."series" (
    "id" BIGINT NOT NULL,
    "ticker" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "series_type" TEXT NOT NULL,
    "recurrence" TEXT NOT NULL,
    "image" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "closed" BOOLEAN NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "created_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "updated_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "gamma"."events" (
    "id" BIGINT NOT NULL,
    "ticker" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "resolution_source" TEXT NOT NULL,
    "start_date" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "creation_date" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "end_date" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "image" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "closed" BOOLEAN NOT NULL,
    "catalog_closed" BOOLEAN NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "created_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "updated_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "event_metadata" JSONB NOT NULL,
    "tag_ids" BIGINT[],
    "series_ids" BIGINT[],
    "own_sites" TEXT[],
    "sites" TEXT[],

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "gamma"."markets" (
    "id" BIGINT NOT NULL,
    "question" TEXT NOT NULL,
    "condition_id" TEXT,
    "slug" TEXT NOT NULL,
    "resolution_source" TEXT NOT NULL,
    "start_date" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "end_date" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "image" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "outcomes" TEXT[],
    "token_ids" TEXT[],
    "active" BOOLEAN NOT NULL,
    "closed" BOOLEAN NOT NULL,
    "catalog_closed" BOOLEAN NOT NULL,
    "trading_closed" BOOLEAN NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "created_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "updated_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "question_id" TEXT NOT NULL,
    "volume" DOUBLE PRECISION NOT NULL,
    "liquidity" DOUBLE PRECISION NOT NULL,
    "event_ids" BIGINT[],
    "own_tag_ids" BIGINT[],
    "tag_ids" BIGINT[],
    "creator" TEXT,
    "own_sites" TEXT[],
    "sites" TEXT[],
    "trading" JSONB NOT NULL,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "gamma"."event_search" (
    "event_id" BIGINT NOT NULL,
    "place" BIGINT NOT NULL,
    "title_folded" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "sites" TEXT[],
    "document" tsvector NOT NULL,

    CONSTRAINT "event_search_pkey" PRIMARY KEY ("event_id")
);

CREATE TABLE "gamma"."search_words" (
    "word" TEXT NOT NULL,
    "lexemes" tsvector NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

CREATE UNIQUE INDEX "journal_last_sequence_key" ON "gamma"."journal"("last_sequence");

CREATE INDEX "tags_slug_id_idx" ON "gamma"."tags"("slug", "id");

CREATE INDEX "series_slug_id_idx" ON "gamma"."series"("slug", "id");

CREATE INDEX "events_slug_id_idx" ON "gamma"."events"("slug", "id");

CREATE INDEX "events_title_id_idx" ON "gamma"."events"("title", "id");

CREATE INDEX "events_created_at_id_idx" ON "gamma"."events"("created_at", "id");

CREATE INDEX "events_updated_at_id_idx" ON "gamma"."events"("updated_at", "id");

CREATE INDEX "events_start_date_id_idx" ON "gamma"."events"("start_date", "id");

CREATE INDEX "events_creation_date_id_idx" ON "gamma"."events"("creation_date", "id");

CREATE INDEX "events_end_date_id_idx" ON "gamma"."events"("end_date", "id");

CREATE INDEX "events_active_closed_archived_id_idx" ON "gamma"."events"("active", "closed", "archived", "id");

CREATE INDEX "events_tag_ids_idx" ON "gamma"."events" USING GIN ("tag_ids");

CREATE INDEX "events_series_ids_idx" ON "gamma"."events" USING GIN ("series_ids");

CREATE INDEX "events_sites_idx" ON "gamma"."events" USING GIN ("sites");

CREATE UNIQUE INDEX "markets_condition_id_key" ON "gamma"."markets"("condition_id");

CREATE INDEX "markets_slug_id_idx" ON "gamma"."markets"("slug", "id");

CREATE INDEX "markets_question_id_idx" ON "gamma"."markets"("question", "id");

CREATE INDEX "markets_created_at_id_idx" ON "gamma"."markets"("created_at", "id");

CREATE INDEX "markets_updated_at_id_idx" ON "gamma"."markets"("updated_at", "id");

CREATE INDEX "markets_start_date_id_idx" ON "gamma"."markets"("start_date", "id");

CREATE INDEX "markets_end_date_id_idx" ON "gamma"."markets"("end_date", "id");

CREATE INDEX "markets_volume_id_idx" ON "gamma"."markets"("volume", "id");

CREATE INDEX "markets_liquidity_id_idx" ON "gamma"."markets"("liquidity", "id");

CREATE INDEX "markets_active_closed_archived_id_idx" ON "gamma"."markets"("active", "closed", "archived", "id");

CREATE INDEX "markets_event_ids_idx" ON "gamma"."markets" USING GIN ("event_ids");

CREATE INDEX "markets_tag_ids_idx" ON "gamma"."markets" USING GIN ("tag_ids");

CREATE INDEX "markets_sites_idx" ON "gamma"."markets" USING GIN ("sites");

CREATE INDEX "event_search_slug_idx" ON "gamma"."event_search"("slug");

CREATE INDEX "event_search_place_idx" ON "gamma"."event_search"("place");

CREATE INDEX "event_search_sites_idx" ON "gamma"."event_search" USING GIN ("sites");

-- Beyond Prisma's schema language from here on: see prisma/beyond-prisma.json.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

-- Search: words anywhere in the document, beginnings and parts of titles, parts of tag labels, parts and misspellings of words.
CREATE INDEX "event_search_document_idx" ON "gamma"."event_search" USING GIN ("document");
CREATE INDEX "event_search_title_trigrams_idx" ON "gamma"."event_search" USING GIN ("title_folded" public.gin_trgm_ops);
-- Of a long title the beginning is enough to find it, and an entry of the index has its limit.
CREATE INDEX "event_search_title_beginning_idx" ON "gamma"."event_search" (left("title_folded", 100) text_pattern_ops);
CREATE INDEX "search_words_trigrams_idx" ON "gamma"."search_words" USING GIN ("word" public.gin_trgm_ops);
CREATE INDEX "tags_label_trigrams_idx" ON "gamma"."tags" USING GIN ("label_folded" public.gin_trgm_ops);

-- An import asks whether another market has one of its tokens.
CREATE INDEX "markets_first_token_idx" ON "gamma"."markets" (("token_ids"[1]));
CREATE INDEX "markets_second_token_idx" ON "gamma"."markets" (("token_ids"[2]));

-- Every reader of a GIN index also reads its list of pending entries, which grows to megabytes during an import. Those of words keep a short
-- list, because entering many words at once is much cheaper.
ALTER INDEX "gamma"."events_tag_ids_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."events_series_ids_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."events_sites_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."markets_event_ids_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."markets_tag_ids_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."markets_sites_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."event_search_sites_idx" SET (fastupdate = off);
ALTER INDEX "gamma"."event_search_document_idx" SET (gin_pending_list_limit = 256);
ALTER INDEX "gamma"."event_search_title_trigrams_idx" SET (gin_pending_list_limit = 256);
ALTER INDEX "gamma"."search_words_trigrams_idx" SET (gin_pending_list_limit = 64);
ALTER INDEX "gamma"."tags_label_trigrams_idx" SET (fastupdate = off);

-- Descriptions live outside the rows, so that filters that visit many rows read few pages.
ALTER TABLE "gamma"."markets" SET (toast_tuple_target = 512);
ALTER TABLE "gamma"."events" SET (toast_tuple_target = 512);

-- Compressing a batch's facts costs more than the bytes that it saves.
ALTER TABLE "gamma"."journal" ALTER COLUMN "payload" SET STORAGE EXTERNAL;

-- After a large import nobody should wait for autovacuum. Both are for the owner of tables and indexes alone, which the surface is not.
CREATE FUNCTION "gamma"."take_statistics"() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  ANALYZE "gamma"."tags", "gamma"."series", "gamma"."events", "gamma"."markets", "gamma"."event_search", "gamma"."search_words";
  PERFORM gin_clean_pending_list('"gamma"."event_search_document_idx"');
  PERFORM gin_clean_pending_list('"gamma"."event_search_title_trigrams_idx"');
  PERFORM gin_clean_pending_list('"gamma"."search_words_trigrams_idx"');
END
$$;

INSERT INTO "gamma"."journal_head" ("id", "sequence", "version") VALUES (1, 0, 0);
