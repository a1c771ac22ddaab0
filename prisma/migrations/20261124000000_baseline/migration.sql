-- The tables of 0.1.0. Every later change is a migration of its own, which expands or contracts: docs/decisions/migrations.md. What Prisma's
-- schema cannot say (checks, partitions, partial indexes, functions, triggers) has its reason in prisma/beyond-prisma.json.

CREATE SCHEMA IF NOT EXISTS "clob";
CREATE SCHEMA IF NOT EXISTS "gamma";
CREATE SCHEMA IF NOT EXISTS "data";

-- -------------------- clob --------------------

CREATE TABLE "clob"."markets" (
    "condition_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "resolution" TEXT,
    "tick_pips" INTEGER NOT NULL,
    "minimum_size_micros" BIGINT NOT NULL,
    "fee_rate_bps" INTEGER NOT NULL,
    "delay_millis" INTEGER NOT NULL,
    "collateral_micros" BIGINT NOT NULL,
    "supply0_micros" BIGINT NOT NULL,
    "supply1_micros" BIGINT NOT NULL,
    "last_trade_pips" INTEGER,
    "accepting_since" BIGINT,
    "fee_exponent" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "markets_pkey" PRIMARY KEY ("condition_id"),
    CONSTRAINT "markets_collateralised" CHECK ("collateral_micros" = "supply0_micros" AND "supply0_micros" = "supply1_micros")
);
CREATE UNIQUE INDEX "markets_number_key" ON "clob"."markets" ("number");

CREATE TABLE "clob"."listings" (
    "number" BIGSERIAL NOT NULL,
    "condition_id" TEXT NOT NULL,
    "token0_id" TEXT NOT NULL,
    "token1_id" TEXT NOT NULL,
    "outcome0" TEXT NOT NULL,
    "outcome1" TEXT NOT NULL,
    "market_id" BIGINT,
    "question_id" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "image" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "closed" BOOLEAN NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "neg_risk" BOOLEAN NOT NULL,
    "neg_risk_market_id" TEXT NOT NULL,
    "neg_risk_request_id" TEXT NOT NULL,
    "end_date" TEXT,
    "game_start_time" TEXT,
    "rewards_rates" JSONB NOT NULL DEFAULT '[]',
    "rewards_min_size_micros" BIGINT NOT NULL DEFAULT 0,
    "rewards_max_spread_pips" INTEGER NOT NULL DEFAULT 0,
    "rewards_pinned" BOOLEAN NOT NULL DEFAULT false,
    "event_id" TEXT,
    "event_slug" TEXT,
    "event_title" TEXT,
    "event_ticker" TEXT,
    "event_description" TEXT,
    "tags" TEXT[],
    "raw_metadata" JSONB NOT NULL DEFAULT '{}',
    "catalog_terms" JSONB NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "source_word" JSONB NOT NULL DEFAULT '{}',
    "rebate_pinned_bps" INTEGER,

    CONSTRAINT "listings_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "listings_condition_id_key" ON "clob"."listings" ("condition_id");
CREATE UNIQUE INDEX "listings_token0_id_key" ON "clob"."listings" ("token0_id");
CREATE UNIQUE INDEX "listings_token1_id_key" ON "clob"."listings" ("token1_id");
CREATE INDEX "listings_active_number_idx" ON "clob"."listings" ("active", "number");

CREATE TABLE "clob"."wallets" (
    "number" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "wallets_wallet_key" ON "clob"."wallets" ("wallet");

CREATE TABLE "clob"."owners" (
    "number" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,

    CONSTRAINT "owners_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "owners_owner_key" ON "clob"."owners" ("owner");

CREATE TABLE "clob"."balances" (
    "wallet_number" INTEGER NOT NULL,
    "asset" INTEGER NOT NULL,
    "available_micros" BIGINT NOT NULL,
    "locked_micros" BIGINT NOT NULL,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("wallet_number", "asset"),
    CONSTRAINT "balances_not_negative" CHECK ("available_micros" >= 0 AND "locked_micros" >= 0)
);

-- Room beside each open order for its later fills, so that an update stays on its page.
CREATE TABLE "clob"."orders" (
    "priority" BIGINT NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "budget_micros" BIGINT,
    "expires_at" BIGINT,
    "accepted_at" BIGINT NOT NULL,
    "due_at" BIGINT,
    "filled_micros" BIGINT NOT NULL,
    "filled_usdc_micros" BIGINT NOT NULL,
    "locked_micros" BIGINT NOT NULL,
    "wallet_number" INTEGER NOT NULL,
    "owner_number" INTEGER NOT NULL,
    "market_number" INTEGER NOT NULL,
    "price_pips" INTEGER NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "side" SMALLINT NOT NULL,
    "order_type" SMALLINT NOT NULL,
    "status" SMALLINT NOT NULL,
    "close_reason" SMALLINT,
    "flags" SMALLINT NOT NULL,
    "order_id" BYTEA NOT NULL,
    "builder" BYTEA,
    "signed" BYTEA NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("order_id"),
    CONSTRAINT "orders_lock_not_negative" CHECK ("locked_micros" >= 0 AND "filled_micros" >= 0)
) WITH (fillfactor = 90);
-- Beyond Prisma: open orders (1 live, 2 delayed) of a wallet and of a market; cancels that an account did not ask for (2 to 5: expired,
-- self trade, market closed, market resolved); and the few orders that carry a builder.
CREATE INDEX "orders_open_idx" ON "clob"."orders" ("wallet_number", "priority" DESC) WHERE "status" IN (1, 2);
CREATE INDEX "orders_open_market_idx" ON "clob"."orders" ("market_number") WHERE "status" IN (1, 2);
CREATE INDEX "orders_notices_idx" ON "clob"."orders" ("wallet_number", "priority" DESC) WHERE "close_reason" IN (2, 3, 4, 5);
CREATE INDEX "orders_builder_idx" ON "clob"."orders" ("builder") WHERE "builder" IS NOT NULL;

-- Old trades, fills, journal rows and activity leave as whole tables. First partitions are made here, later ones by make_partitions.
CREATE TABLE "clob"."trades" (
    "trade_number" BIGINT NOT NULL,
    "matched_at" BIGINT NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "usdc_micros" BIGINT NOT NULL,
    "fee_micros" BIGINT NOT NULL,
    "market_number" INTEGER NOT NULL,
    "taker_wallet_number" INTEGER NOT NULL,
    "taker_owner_number" INTEGER NOT NULL,
    "fee_rate_bps" INTEGER NOT NULL,
    "taker_outcome" SMALLINT NOT NULL,
    "taker_side" SMALLINT NOT NULL,
    "taker_order_id" BYTEA NOT NULL,
    "builder" BYTEA,

    CONSTRAINT "trades_pkey" PRIMARY KEY ("trade_number")
) PARTITION BY RANGE ("trade_number");
CREATE TABLE "clob"."trades_0" PARTITION OF "clob"."trades" FOR VALUES FROM (MINVALUE) TO (20000001);
CREATE INDEX "trades_taker_wallet_number_trade_number_idx" ON "clob"."trades" ("taker_wallet_number", "trade_number");
CREATE INDEX "trades_market_number_trade_number_idx" ON "clob"."trades" ("market_number", "trade_number");
CREATE INDEX "trades_taker_order_id_idx" ON "clob"."trades" ("taker_order_id");
-- Beyond Prisma: most trades carry no builder; only those that do are worth an index.
CREATE INDEX "trades_builder_idx" ON "clob"."trades" ("builder", "trade_number") WHERE "builder" IS NOT NULL;

CREATE TABLE "clob"."fills" (
    "trade_number" BIGINT NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "maker_usdc_micros" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "maker_wallet_number" INTEGER NOT NULL,
    "maker_owner_number" INTEGER NOT NULL,
    "maker_price_pips" INTEGER NOT NULL,
    "kind" SMALLINT NOT NULL,
    "maker_outcome" SMALLINT NOT NULL,
    "maker_side" SMALLINT NOT NULL,
    "maker_order_id" BYTEA NOT NULL,

    CONSTRAINT "fills_pkey" PRIMARY KEY ("trade_number", "position")
) PARTITION BY RANGE ("trade_number");
CREATE TABLE "clob"."fills_0" PARTITION OF "clob"."fills" FOR VALUES FROM (MINVALUE) TO (20000001);
CREATE INDEX "fills_maker_wallet_number_trade_number_idx" ON "clob"."fills" ("maker_wallet_number", "trade_number");
CREATE INDEX "fills_maker_order_id_idx" ON "clob"."fills" ("maker_order_id");

-- Its key is its last sequence, by which it is read; that its rows join is what the fenced commit sees to.
CREATE TABLE "clob"."journal" (
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "payload" BYTEA NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("last_sequence"),
    CONSTRAINT "journal_in_order" CHECK ("last_sequence" >= "first_sequence")
) PARTITION BY RANGE ("last_sequence");
-- Compressing a batch's events costs more than the bytes that it saves.
ALTER TABLE "clob"."journal" ALTER COLUMN "payload" SET STORAGE EXTERNAL;
CREATE TABLE "clob"."journal_0" PARTITION OF "clob"."journal" FOR VALUES FROM (MINVALUE) TO (20000001);

CREATE TABLE "clob"."journal_changes" (
    "commit_number" BIGINT NOT NULL,
    "changes" BYTEA NOT NULL,

    CONSTRAINT "journal_changes_pkey" PRIMARY KEY ("commit_number")
);
-- Likewise a batch's rows, which are deleted once they are recorded.
ALTER TABLE "clob"."journal_changes" ALTER COLUMN "changes" SET STORAGE EXTERNAL;

-- The two heads are found by the number of their commit, not by an id that all versions of the row share.
CREATE TABLE "clob"."journal_head" (
    "id" SMALLINT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "fees_micros" BIGINT NOT NULL,
    "trade_number" BIGINT NOT NULL,
    "priority" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "commit_number" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "journal_head_pkey" PRIMARY KEY ("commit_number")
);

CREATE TABLE "clob"."recorder" (
    "id" SMALLINT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "commit_number" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "state_hash" TEXT NOT NULL,
    "credited_micros" BIGINT NOT NULL,
    "debited_micros" BIGINT NOT NULL,
    "fees_micros" BIGINT NOT NULL,
    "trade_number" BIGINT NOT NULL,
    "priority" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "recorder_pkey" PRIMARY KEY ("commit_number")
);

CREATE TABLE "clob"."lineages" (
    "number" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "parent" TEXT,
    "after_sequence" BIGINT NOT NULL,
    "system_identifier" TEXT NOT NULL,
    "timeline" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "lineages_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "lineages_id_key" ON "clob"."lineages" ("id");

CREATE TABLE "clob"."checkpoints" (
    "source" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "lineage" TEXT,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("source")
);

CREATE TABLE "clob"."ledger_entries" (
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("reference")
);
CREATE INDEX "ledger_entries_wallet_at_idx" ON "clob"."ledger_entries" ("wallet", "at");

CREATE TABLE "clob"."beginning" (
    "id" SMALLINT NOT NULL,
    "is_sandbox" BOOLEAN NOT NULL,

    CONSTRAINT "beginning_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "clob"."api_keys" (
    "api_key" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "revoked_at" BIGINT,
    "expires_at" BIGINT,
    "master_version" INTEGER NOT NULL DEFAULT 1,
    "networks" TEXT NOT NULL DEFAULT '',
    "permission" TEXT NOT NULL DEFAULT 'all',
    "parent" TEXT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("api_key")
);
CREATE UNIQUE INDEX "api_keys_kind_address_nonce_key" ON "clob"."api_keys" ("kind", "address", "nonce");

CREATE TABLE "clob"."wallet_links" (
    "wallet" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "linked_at" BIGINT NOT NULL,

    CONSTRAINT "wallet_links_pkey" PRIMARY KEY ("wallet")
);

CREATE TABLE "clob"."bans" (
    "address" TEXT NOT NULL,
    "closed_only" BOOLEAN NOT NULL,
    "banned_at" BIGINT NOT NULL,

    CONSTRAINT "bans_pkey" PRIMARY KEY ("address")
);

CREATE TABLE "clob"."price_minutes" (
    "condition_id" TEXT NOT NULL,
    "minute" INTEGER NOT NULL,
    "price_half_pips" INTEGER NOT NULL,

    CONSTRAINT "price_minutes_pkey" PRIMARY KEY ("condition_id", "minute")
);

CREATE TABLE "clob"."heartbeats" (
    "address" TEXT NOT NULL,
    "heartbeat_id" TEXT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "heartbeats_pkey" PRIMARY KEY ("address")
);

CREATE TABLE "clob"."notification_dismissals" (
    "address" TEXT NOT NULL,
    "id" BIGINT NOT NULL,

    CONSTRAINT "notification_dismissals_pkey" PRIMARY KEY ("address", "id")
);

CREATE TABLE "clob"."reward_scores" (
    "day" TEXT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "score" BIGINT NOT NULL,

    CONSTRAINT "reward_scores_pkey" PRIMARY KEY ("day", "condition_id", "wallet")
);
CREATE INDEX "reward_scores_day_wallet_idx" ON "clob"."reward_scores" ("day", "wallet");

CREATE TABLE "clob"."reward_samples" (
    "day" TEXT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "samples" INTEGER NOT NULL,
    "daily_rate_micros" BIGINT NOT NULL,

    CONSTRAINT "reward_samples_pkey" PRIMARY KEY ("day", "condition_id")
);

CREATE TABLE "clob"."reward_payments" (
    "day" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "wallet" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "accrued_at" BIGINT NOT NULL,

    CONSTRAINT "reward_payments_pkey" PRIMARY KEY ("day", "kind", "wallet")
);

CREATE TABLE "clob"."limits" (
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "limits_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "clob"."facts_set_aside" (
    "source" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "facts_set_aside_pkey" PRIMARY KEY ("source", "first_sequence")
);

CREATE TABLE "clob"."archived" (
    "table_name" TEXT NOT NULL,
    "from_key" BIGINT NOT NULL,
    "to_key" BIGINT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "until_at" BIGINT NOT NULL,
    "sums" JSONB NOT NULL DEFAULT '{}',
    "file" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "archived_at" BIGINT NOT NULL,

    CONSTRAINT "archived_pkey" PRIMARY KEY ("table_name", "from_key")
);

CREATE TABLE "clob"."archived_ids" (
    "order_id" BYTEA NOT NULL,

    CONSTRAINT "archived_ids_pkey" PRIMARY KEY ("order_id")
);

CREATE TABLE "clob"."audit" (
    "number" BIGSERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "clob"."doctor_reports" (
    "id" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "doctor_reports_pkey" PRIMARY KEY ("id")
);

-- Who may do what is held in memory by every process of the trading service: each hears of a change with its commit. A new API key
-- is not published: a key that a process does not know it looks up.
CREATE FUNCTION "clob"."tell_access_change"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('clob_access', TG_TABLE_NAME || ' ' || (to_jsonb(COALESCE(NEW, OLD)) ->> TG_ARGV[0]));
  RETURN NULL;
END
$$;

-- Makes partitions of "width" keys after the last one until there is one for "needed"; returns where they end. A service's role owns
-- nothing, so it can make none by itself. The new table is made first and attached then, which blocks nobody.
CREATE FUNCTION "clob"."make_partitions"(of_table text, needed bigint, width bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  top bigint;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('clob.' || of_table, 0));
  LOOP
    SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d+)''\)'))[1]::bigint) INTO top
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = format('clob.%I', of_table)::regclass;
    IF top IS NULL THEN RAISE EXCEPTION 'clob.% has no partition to go on from', of_table; END IF;
    EXIT WHEN top > needed;
    part := of_table || '_' || top;
    EXECUTE format('CREATE TABLE clob.%I (LIKE clob.%I INCLUDING ALL)', part, of_table);
    -- What the surface may do with the table it may do with all partitions, through the table and no other way.
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'foretell_clob') THEN
      EXECUTE format('REVOKE ALL ON clob.%I FROM foretell_clob', part);
    END IF;
    EXECUTE format('ALTER TABLE clob.%I ATTACH PARTITION clob.%I FOR VALUES FROM (%s) TO (%s)', of_table, part, top, top + width);
  END LOOP;
  RETURN top;
END
$$;

-- When a signed order says that it was signed, in Unix milliseconds: its timestamp, where that can be one (from 2020 on, in milliseconds);
-- null for orders of version 1, which have none. The layout of apps/clob/src/engine/journal/signed-order.codec.ts.
CREATE FUNCTION "clob"."signed_at"(signed bytea) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  flags CONSTANT int := get_byte(signed, 1);
  place int := CASE WHEN (flags & 16) = 0 THEN 22 ELSE 42 END;
  millis bigint := 0;
BEGIN
  IF (flags & 8) <> 0 THEN RETURN NULL; END IF;
  -- Salt, token and amounts, each behind its length.
  FOR field IN 1..4 LOOP place := place + 1 + get_byte(signed, place); END LOOP;
  IF get_byte(signed, place) > 6 THEN RETURN NULL; END IF;
  FOR digit IN 1..get_byte(signed, place) LOOP millis := millis * 256 + get_byte(signed, place + digit); END LOOP;
  RETURN CASE WHEN millis >= 1577836800000 THEN millis END;
END
$$;

CREATE TRIGGER "api_keys_told" AFTER UPDATE OR DELETE ON "clob"."api_keys"
  FOR EACH ROW EXECUTE FUNCTION "clob"."tell_access_change"('api_key');
CREATE TRIGGER "bans_told" AFTER INSERT OR UPDATE OR DELETE ON "clob"."bans"
  FOR EACH ROW EXECUTE FUNCTION "clob"."tell_access_change"('address');
CREATE TRIGGER "wallet_links_told" AFTER INSERT OR UPDATE OR DELETE ON "clob"."wallet_links"
  FOR EACH ROW EXECUTE FUNCTION "clob"."tell_access_change"('wallet');
-- Every replica hears of rewards that an operator sets; the catalog's own changes come with the commit.
CREATE TRIGGER "listings_told" AFTER UPDATE ON "clob"."listings" FOR EACH ROW
  WHEN (NEW."rewards_pinned" AND (OLD."rewards_rates", OLD."rewards_min_size_micros", OLD."rewards_max_spread_pips")
    IS DISTINCT FROM (NEW."rewards_rates", NEW."rewards_min_size_micros", NEW."rewards_max_spread_pips"))
  EXECUTE FUNCTION "clob"."tell_access_change"('condition_id');

-- The heads of a history that has not begun. Each is one row, which is only ever updated.
INSERT INTO "clob"."journal_head" ("id", "epoch", "sequence", "state_hash", "credited_micros", "debited_micros", "fees_micros",
  "trade_number", "priority", "at", "commit_number") VALUES (1, 0, 0, '', 0, 0, 0, 0, 0, 0, 0);
INSERT INTO "clob"."recorder" ("id", "epoch", "commit_number", "sequence", "state_hash", "credited_micros", "debited_micros",
  "fees_micros", "trade_number", "priority", "at") VALUES (1, 0, 0, 0, '', 0, 0, 0, 0, 0, 0);

-- -------------------- gamma --------------------

CREATE TABLE "gamma"."journal" (
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "payload" BYTEA NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("first_sequence")
);
-- Compressing a batch's events costs more than the bytes that it saves.
ALTER TABLE "gamma"."journal" ALTER COLUMN "payload" SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX "journal_last_sequence_key" ON "gamma"."journal" ("last_sequence");

CREATE TABLE "gamma"."journal_head" (
    "id" SMALLINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "journal_head_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "gamma"."lineages" (
    "number" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "parent" TEXT,
    "after_sequence" BIGINT NOT NULL,
    "system_identifier" TEXT NOT NULL,
    "timeline" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "lineages_pkey" PRIMARY KEY ("number")
);
CREATE UNIQUE INDEX "lineages_id_key" ON "gamma"."lineages" ("id");

CREATE TABLE "gamma"."checkpoints" (
    "source" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "figures_version" BIGINT NOT NULL DEFAULT 0,
    "figures_hour" INTEGER NOT NULL DEFAULT 0,
    "lineage" TEXT,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("source")
);

CREATE TABLE "gamma"."tags" (
    "id" BIGINT NOT NULL,
    "label" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "updated_at" TIMESTAMP(6) NOT NULL DEFAULT '-infinity'::timestamp without time zone,
    "requires_translation" BOOLEAN NOT NULL,
    "source" JSON NOT NULL DEFAULT '{}'::json,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "tags_slug_id_idx" ON "gamma"."tags" ("slug", "id");
CREATE INDEX "tags_version_id_idx" ON "gamma"."tags" ("version", "id");

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
    "source" JSON NOT NULL DEFAULT '{}'::json,

    CONSTRAINT "series_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "series_slug_id_idx" ON "gamma"."series" ("slug", "id");

-- Descriptions live outside the rows, so that filters that visit many rows read few pages.
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
    "source" JSON NOT NULL DEFAULT '{}'::json,
    "listed_on" TEXT[] DEFAULT ARRAY[]::text[],
    "ended" BOOLEAN NOT NULL DEFAULT false,
    "event_date" TEXT,
    "game_id" TEXT,
    "live" BOOLEAN NOT NULL DEFAULT false,
    "start_time" TEXT,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
) WITH (toast_tuple_target = 512);
CREATE INDEX "events_slug_id_idx" ON "gamma"."events" ("slug", "id");
CREATE INDEX "events_title_id_idx" ON "gamma"."events" ("title", "id");
CREATE INDEX "events_created_at_id_idx" ON "gamma"."events" ("created_at", "id");
CREATE INDEX "events_updated_at_id_idx" ON "gamma"."events" ("updated_at", "id");
CREATE INDEX "events_start_date_id_idx" ON "gamma"."events" ("start_date", "id");
CREATE INDEX "events_creation_date_id_idx" ON "gamma"."events" ("creation_date", "id");
CREATE INDEX "events_end_date_id_idx" ON "gamma"."events" ("end_date", "id");
CREATE INDEX "events_active_closed_archived_id_idx" ON "gamma"."events" ("active", "closed", "archived", "id");
-- Beyond Prisma: every reader of a GIN index also reads its list of pending entries, which grows to megabytes during an import.
CREATE INDEX "events_tag_ids_idx" ON "gamma"."events" USING GIN ("tag_ids") WITH (fastupdate = off);
CREATE INDEX "events_series_ids_idx" ON "gamma"."events" USING GIN ("series_ids") WITH (fastupdate = off);
CREATE INDEX "events_sites_idx" ON "gamma"."events" USING GIN ("sites") WITH (fastupdate = off);
-- Beyond Prisma: few events are featured, or are games; fewer are played at a time.
CREATE INDEX "events_featured_idx" ON "gamma"."events" ("id") WHERE ("source" ->> 'featured') = 'true';
CREATE INDEX "events_game_idx" ON "gamma"."events" ("id") WHERE ("source" ->> 'gameId') IS NOT NULL;
CREATE INDEX "events_game_id_idx" ON "gamma"."events" ("game_id");
CREATE INDEX "events_event_date_idx" ON "gamma"."events" ("event_date");
CREATE INDEX "events_start_time_id_idx" ON "gamma"."events" ("start_time", "id");
CREATE INDEX "events_live_idx" ON "gamma"."events" ("id") WHERE live;
CREATE INDEX "events_ended_idx" ON "gamma"."events" ("id") WHERE ended;

-- Likewise.
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
    "source" JSON NOT NULL DEFAULT '{}'::json,
    "group_item_threshold" DOUBLE PRECISION,
    "listed_on" TEXT[] DEFAULT ARRAY[]::text[],
    "position" BIGINT NOT NULL DEFAULT 0,
    "game_id" TEXT,
    "uma_status" TEXT,
    "trading_told" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "markets_pkey" PRIMARY KEY ("id")
) WITH (toast_tuple_target = 512);
CREATE UNIQUE INDEX "markets_condition_id_key" ON "gamma"."markets" ("condition_id");
CREATE INDEX "markets_slug_id_idx" ON "gamma"."markets" ("slug", "id");
CREATE INDEX "markets_question_id_idx" ON "gamma"."markets" ("question", "id");
CREATE INDEX "markets_created_at_id_idx" ON "gamma"."markets" ("created_at", "id");
CREATE INDEX "markets_updated_at_id_idx" ON "gamma"."markets" ("updated_at", "id");
CREATE INDEX "markets_start_date_id_idx" ON "gamma"."markets" ("start_date", "id");
CREATE INDEX "markets_end_date_id_idx" ON "gamma"."markets" ("end_date", "id");
CREATE INDEX "markets_volume_id_idx" ON "gamma"."markets" ("volume", "id");
CREATE INDEX "markets_liquidity_id_idx" ON "gamma"."markets" ("liquidity", "id");
CREATE INDEX "markets_active_closed_archived_id_idx" ON "gamma"."markets" ("active", "closed", "archived", "id");
CREATE INDEX "markets_event_ids_idx" ON "gamma"."markets" USING GIN ("event_ids") WITH (fastupdate = off);
CREATE INDEX "markets_tag_ids_idx" ON "gamma"."markets" USING GIN ("tag_ids") WITH (fastupdate = off);
CREATE INDEX "markets_sites_idx" ON "gamma"."markets" USING GIN ("sites") WITH (fastupdate = off);
-- Beyond Prisma: an import asks whether another market has one of its tokens.
CREATE INDEX "markets_first_token_idx" ON "gamma"."markets" ((token_ids[1]));
CREATE INDEX "markets_second_token_idx" ON "gamma"."markets" ((token_ids[2]));
-- Beyond Prisma: filters on what a row says beyond its columns; and the few markets that answer a question.
CREATE INDEX "markets_sports_idx" ON "gamma"."markets" (((source ->> 'sportsMarketType'))) WHERE ("source" ->> 'sportsMarketType') IS NOT NULL;
CREATE INDEX "markets_of_question_idx" ON "gamma"."markets" (lower(question_id)) WHERE "question_id" <> '';
CREATE INDEX "markets_game_id_idx" ON "gamma"."markets" ("game_id");
CREATE INDEX "markets_uma_status_idx" ON "gamma"."markets" ("uma_status");

CREATE TABLE "gamma"."event_search" (
    "event_id" BIGINT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,
    "words_version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_search_pkey" PRIMARY KEY ("event_id")
);
CREATE INDEX "event_search_version_event_id_idx" ON "gamma"."event_search" ("version", "event_id");

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
    "half_pips_1d_ago" INTEGER,
    "half_pips_1h_ago" INTEGER,
    "half_pips_1mo_ago" INTEGER,
    "half_pips_1wk_ago" INTEGER,
    "open_interest" DOUBLE PRECISION,
    "source_volume" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume1mo" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume1wk" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume1yr" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume24hr" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "sourced_hour" INTEGER NOT NULL DEFAULT 0,
    "traded_volume" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume1mo" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume1wk" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume1yr" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume24hr" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "market_figures_pkey" PRIMARY KEY ("market_id")
);
CREATE INDEX "market_figures_volume_market_id_idx" ON "gamma"."market_figures" ("volume", "market_id");
CREATE INDEX "market_figures_volume24hr_market_id_idx" ON "gamma"."market_figures" ("volume24hr", "market_id");
CREATE INDEX "market_figures_liquidity_market_id_idx" ON "gamma"."market_figures" ("liquidity", "market_id");

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
    "is_quoted" BOOLEAN NOT NULL DEFAULT false,
    "open_interest" DOUBLE PRECISION,
    "source_volume" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume1mo" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume1wk" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume1yr" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "source_volume24hr" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "sourced_hour" INTEGER NOT NULL DEFAULT 0,
    "traded_volume" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume1mo" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume1wk" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume1yr" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "traded_volume24hr" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "event_figures_pkey" PRIMARY KEY ("event_id")
);
CREATE INDEX "event_figures_volume_event_id_idx" ON "gamma"."event_figures" ("volume", "event_id");
CREATE INDEX "event_figures_volume24hr_event_id_idx" ON "gamma"."event_figures" ("volume24hr", "event_id");
CREATE INDEX "event_figures_liquidity_event_id_idx" ON "gamma"."event_figures" ("liquidity", "event_id");

CREATE TABLE "gamma"."traded_hours" (
    "market_id" BIGINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "usdc_micros" BIGINT NOT NULL,

    CONSTRAINT "traded_hours_pkey" PRIMARY KEY ("market_id", "hour")
);
CREATE INDEX "traded_hours_hour_idx" ON "gamma"."traded_hours" ("hour");

CREATE TABLE "gamma"."priced_hours" (
    "market_id" BIGINT NOT NULL,
    "hour" INTEGER NOT NULL,
    "half_pips" INTEGER NOT NULL,

    CONSTRAINT "priced_hours_pkey" PRIMARY KEY ("market_id", "hour")
);
CREATE INDEX "priced_hours_hour_idx" ON "gamma"."priced_hours" ("hour");

CREATE TABLE "gamma"."limits" (
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "limits_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "gamma"."facts_set_aside" (
    "source" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "facts_set_aside_pkey" PRIMARY KEY ("source", "first_sequence")
);

CREATE TABLE "gamma"."audit" (
    "number" BIGSERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "gamma"."doctor_reports" (
    "id" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "doctor_reports_pkey" PRIMARY KEY ("id")
);

-- After a large import nobody should wait for autovacuum. Statistics are for the owner alone to take, which the service is not.
CREATE FUNCTION "gamma"."take_statistics"() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  ANALYZE "gamma"."tags", "gamma"."series", "gamma"."events", "gamma"."markets", "gamma"."event_search";
END
$$;

INSERT INTO "gamma"."journal_head" ("id", "sequence", "version") VALUES (1, 0, 0);

-- -------------------- data --------------------

CREATE TABLE "data"."projection" (
    "id" SMALLINT NOT NULL,
    "generation" SMALLINT NOT NULL,

    CONSTRAINT "projection_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "data"."checkpoints" (
    "generation" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "wallets" INTEGER NOT NULL,
    "conditions" INTEGER NOT NULL,
    "lineage" TEXT,

    CONSTRAINT "checkpoints_pkey" PRIMARY KEY ("generation", "source")
);

CREATE TABLE "data"."wallets" (
    "generation" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "pseudonym_key" TEXT NOT NULL,
    "archived_shares_micros" BIGINT,
    "archived_trades" INTEGER,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("generation", "number")
);
CREATE INDEX "wallets_generation_pseudonym_key_idx" ON "data"."wallets" ("generation", "pseudonym_key");
CREATE UNIQUE INDEX "wallets_generation_address_key" ON "data"."wallets" ("generation", "address");

-- Every trade and quote changes its condition, and nothing that changes is indexed: with room on its page the row is changed in place.
CREATE TABLE "data"."conditions" (
    "generation" SMALLINT NOT NULL,
    "number" INTEGER NOT NULL,
    "condition_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "best_bid_pips" INTEGER,
    "best_ask_pips" INTEGER,
    "last_trade_pips" INTEGER,
    "payout0_pips" INTEGER,
    "mark_half_pips" INTEGER NOT NULL,
    "mark_minute" INTEGER NOT NULL,
    "supply0_micros" BIGINT NOT NULL,
    "supply1_micros" BIGINT NOT NULL,
    "collateral_micros" BIGINT NOT NULL,
    "volume_micros" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "conditions_pkey" PRIMARY KEY ("generation", "number")
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX "conditions_generation_condition_id_key" ON "data"."conditions" ("generation", "condition_id");

CREATE TABLE "data"."markets" (
    "generation" SMALLINT NOT NULL,
    "condition_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "icon" TEXT NOT NULL,
    "outcome0" TEXT NOT NULL,
    "outcome1" TEXT NOT NULL,
    "event_id" TEXT,
    "event_slug" TEXT,
    "category" TEXT,
    "end_date" TEXT,
    "neg_risk" BOOLEAN NOT NULL,
    "sequence" BIGINT NOT NULL,
    "token0_id" TEXT NOT NULL DEFAULT '',
    "token1_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "markets_pkey" PRIMARY KEY ("generation", "condition_id")
);
CREATE INDEX "markets_generation_event_id_idx" ON "data"."markets" ("generation", "event_id");
CREATE INDEX "markets_generation_sequence_idx" ON "data"."markets" ("generation", "sequence");
CREATE INDEX "markets_generation_token0_id_idx" ON "data"."markets" ("generation", "token0_id");
CREATE INDEX "markets_generation_token1_id_idx" ON "data"."markets" ("generation", "token1_id");

CREATE TABLE "data"."activity" (
    "generation" SMALLINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "part" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "wallet" INTEGER NOT NULL,
    "condition" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" SMALLINT,
    "side" TEXT,
    "size_micros" BIGINT NOT NULL,
    "usdc_micros" BIGINT NOT NULL,
    "fee_micros" BIGINT NOT NULL,
    "price_micros" INTEGER NOT NULL,
    "transaction_hash" BYTEA NOT NULL,
    "realized_micros" BIGINT,
    "total_cash_micros" BIGINT,
    "total_markets" INTEGER,
    "total_realized_micros" BIGINT,
    "total_shares_micros" BIGINT,
    "total_trades" INTEGER,
    "total_volume_micros" BIGINT,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("generation", "sequence", "part")
) PARTITION BY RANGE ("sequence");
CREATE TABLE "data"."activity_0" PARTITION OF "data"."activity" FOR VALUES FROM (MINVALUE) TO (20000001);
CREATE INDEX "activity_generation_wallet_sequence_part_idx" ON "data"."activity" ("generation", "wallet", "sequence", "part");
CREATE INDEX "activity_generation_condition_sequence_part_idx" ON "data"."activity" ("generation", "condition", "sequence", "part");

CREATE TABLE "data"."positions" (
    "generation" SMALLINT NOT NULL,
    "wallet" INTEGER NOT NULL,
    "condition" INTEGER NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "size_micros" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,
    "realized_micros" BIGINT NOT NULL,
    "acquired_micros" BIGINT NOT NULL,
    "bought_micros" BIGINT NOT NULL,
    "volume_micros" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "positions_pkey" PRIMARY KEY ("generation", "wallet", "condition", "outcome")
);
-- Beyond Prisma: holders of each token, largest first, and what was won; a closed position, or a loss, costs nothing here.
CREATE INDEX "positions_holders_idx" ON "data"."positions" ("generation", "condition", "outcome", "size_micros" DESC, "wallet") WHERE "size_micros" > 0;
CREATE INDEX "positions_gains_idx" ON "data"."positions" ("generation", "wallet", "realized_micros" DESC) WHERE "realized_micros" > 0;
CREATE INDEX "positions_won_idx" ON "data"."positions" ("generation", "realized_micros" DESC, "wallet", "condition", "outcome") WHERE "size_micros" = 0 AND "realized_micros" > 0;
CREATE INDEX "positions_won_at_idx" ON "data"."positions" ("generation", "changed_at") WHERE "size_micros" = 0 AND "realized_micros" > 0;

CREATE TABLE "data"."marks" (
    "generation" SMALLINT NOT NULL,
    "minute" INTEGER NOT NULL,
    "condition" INTEGER NOT NULL,
    "before_half_pips" INTEGER NOT NULL,
    "mark_half_pips" INTEGER NOT NULL,

    CONSTRAINT "marks_pkey" PRIMARY KEY ("generation", "minute", "condition")
);
CREATE INDEX "marks_generation_condition_minute_idx" ON "data"."marks" ("generation", "condition", "minute");

CREATE TABLE "data"."minutes" (
    "generation" SMALLINT NOT NULL,
    "minute" INTEGER NOT NULL,
    "first_sequence" BIGINT NOT NULL,

    CONSTRAINT "minutes_pkey" PRIMARY KEY ("generation", "minute")
);

CREATE TABLE "data"."builder_volumes" (
    "generation" SMALLINT NOT NULL,
    "day" INTEGER NOT NULL,
    "builder" TEXT NOT NULL,
    "wallet" INTEGER NOT NULL,
    "volume_micros" BIGINT NOT NULL,

    CONSTRAINT "builder_volumes_pkey" PRIMARY KEY ("generation", "day", "builder", "wallet")
);

CREATE TABLE "data"."profiles" (
    "wallet" TEXT NOT NULL,
    "user_name" TEXT,
    "user_name_key" TEXT,
    "pseudonym" TEXT,
    "bio" TEXT,
    "profile_image" TEXT,
    "profile_image_optimized" TEXT,
    "x_username" TEXT,
    "verified_badge" BOOLEAN,
    "display_username_public" BOOLEAN NOT NULL,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("wallet")
);
CREATE UNIQUE INDEX "profiles_user_name_key_key" ON "data"."profiles" ("user_name_key");

CREATE TABLE "data"."limits" (
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,

    CONSTRAINT "limits_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "data"."facts_set_aside" (
    "generation" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "facts_set_aside_pkey" PRIMARY KEY ("generation", "source", "first_sequence")
);

CREATE TABLE "data"."archived" (
    "table_name" TEXT NOT NULL,
    "from_key" BIGINT NOT NULL,
    "to_key" BIGINT NOT NULL,
    "row_count" BIGINT NOT NULL,
    "until_at" BIGINT NOT NULL,
    "sums" JSONB NOT NULL DEFAULT '{}',
    "file" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "archived_at" BIGINT NOT NULL,

    CONSTRAINT "archived_pkey" PRIMARY KEY ("table_name", "from_key")
);

CREATE TABLE "data"."audit" (
    "number" BIGSERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "actor" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "asked" BIGINT,
    "detail" TEXT NOT NULL,

    CONSTRAINT "audit_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "data"."doctor_reports" (
    "id" INTEGER NOT NULL,
    "at" BIGINT NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "doctor_reports_pkey" PRIMARY KEY ("id")
);

-- As in clob.
CREATE FUNCTION "data"."make_partitions"(of_table text, needed bigint, width bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  top bigint;
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('data.' || of_table, 0));
  LOOP
    SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d+)''\)'))[1]::bigint) INTO top
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = format('data.%I', of_table)::regclass;
    IF top IS NULL THEN RAISE EXCEPTION 'data.% has no partition to go on from', of_table; END IF;
    EXIT WHEN top > needed;
    part := of_table || '_' || top;
    EXECUTE format('CREATE TABLE data.%I (LIKE data.%I INCLUDING ALL)', part, of_table);
    EXECUTE format('ALTER TABLE data.%I ATTACH PARTITION data.%I FOR VALUES FROM (%s) TO (%s)', of_table, part, top, top + width);
  END LOOP;
  RETURN top;
END
$$;
