-- The tables of today become first partitions: names and catalogs change, no row is read or written.

-- The journal's key is its last sequence, by which it is read; that its rows join is what the fenced commit sees to.
ALTER TABLE "clob"."journal" DROP CONSTRAINT "journal_pkey";
ALTER TABLE "clob"."journal" RENAME TO "journal_0";
ALTER TABLE "clob"."journal_0" ADD CONSTRAINT "journal_0_pkey" PRIMARY KEY USING INDEX "journal_last_sequence_key";

-- CreateTable
CREATE TABLE "clob"."journal" (
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,
    "payload" BYTEA NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("last_sequence"),
    CONSTRAINT "journal_in_order" CHECK ("last_sequence" >= "first_sequence")
) PARTITION BY RANGE ("last_sequence");
ALTER TABLE "clob"."journal" ALTER COLUMN "payload" SET STORAGE EXTERNAL;

ALTER TABLE "clob"."trades" RENAME TO "trades_0";
ALTER INDEX "clob"."trades_pkey" RENAME TO "trades_0_pkey";
ALTER INDEX "clob"."trades_taker_wallet_number_trade_number_idx" RENAME TO "trades_0_taker_wallet_number_trade_number_idx";
ALTER INDEX "clob"."trades_market_number_trade_number_idx" RENAME TO "trades_0_market_number_trade_number_idx";
ALTER INDEX "clob"."trades_taker_order_id_idx" RENAME TO "trades_0_taker_order_id_idx";
ALTER INDEX "clob"."trades_builder_idx" RENAME TO "trades_0_builder_idx";

-- CreateTable
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
CREATE INDEX "trades_taker_wallet_number_trade_number_idx" ON "clob"."trades"("taker_wallet_number", "trade_number");
CREATE INDEX "trades_market_number_trade_number_idx" ON "clob"."trades"("market_number", "trade_number");
CREATE INDEX "trades_taker_order_id_idx" ON "clob"."trades"("taker_order_id");
CREATE INDEX "trades_builder_idx" ON "clob"."trades" ("builder", "trade_number") WHERE "builder" IS NOT NULL;

ALTER TABLE "clob"."fills" RENAME TO "fills_0";
ALTER INDEX "clob"."fills_pkey" RENAME TO "fills_0_pkey";
ALTER INDEX "clob"."fills_maker_wallet_number_trade_number_idx" RENAME TO "fills_0_maker_wallet_number_trade_number_idx";
ALTER INDEX "clob"."fills_maker_order_id_idx" RENAME TO "fills_0_maker_order_id_idx";

-- CreateTable
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

    CONSTRAINT "fills_pkey" PRIMARY KEY ("trade_number","position")
) PARTITION BY RANGE ("trade_number");
CREATE INDEX "fills_maker_wallet_number_trade_number_idx" ON "clob"."fills"("maker_wallet_number", "trade_number");
CREATE INDEX "fills_maker_order_id_idx" ON "clob"."fills"("maker_order_id");

ALTER TABLE "data"."activity" RENAME TO "activity_0";
ALTER INDEX "data"."activity_pkey" RENAME TO "activity_0_pkey";
ALTER INDEX "data"."activity_generation_wallet_sequence_part_idx" RENAME TO "activity_0_generation_wallet_sequence_part_idx";
ALTER INDEX "data"."activity_generation_condition_sequence_part_idx" RENAME TO "activity_0_generation_condition_sequence_part_idx";

-- CreateTable
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

    CONSTRAINT "activity_pkey" PRIMARY KEY ("generation","sequence","part")
) PARTITION BY RANGE ("sequence");
CREATE INDEX "activity_generation_wallet_sequence_part_idx" ON "data"."activity"("generation", "wallet", "sequence", "part");
CREATE INDEX "activity_generation_condition_sequence_part_idx" ON "data"."activity"("generation", "condition", "sequence", "part");

DO $$
DECLARE
  part record;
  bound text;
BEGIN
  FOR part IN SELECT * FROM (VALUES ('clob', 'journal'), ('clob', 'trades'), ('clob', 'fills'), ('data', 'activity')) AS v (owner, name) LOOP
    SELECT (regexp_match(pg_get_constraintdef(oid), '< ''?(\d+)'))[1] INTO STRICT bound FROM pg_constraint
      WHERE conname = part.name || '_0_bound' AND conrelid = format('%I.%I', part.owner, part.name || '_0')::regclass;
    EXECUTE format('ALTER TABLE %I.%I ATTACH PARTITION %I.%I FOR VALUES FROM (MINVALUE) TO (%s)',
      part.owner, part.name, part.owner, part.name || '_0', bound);
    EXECUTE format('ALTER TABLE %I.%I DROP CONSTRAINT %I', part.owner, part.name || '_0', part.name || '_0_bound');
  END LOOP;
END
$$;

-- Makes partitions of `width` keys after the last one until there is one for `needed`; returns where they end. A surface's role owns
-- nothing, so it can make none by itself. The new table is made first and attached then, which holds nobody up.
CREATE FUNCTION "clob"."make_partitions"(of_table TEXT, needed BIGINT, width BIGINT) RETURNS BIGINT
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

CREATE FUNCTION "data"."make_partitions"(of_table TEXT, needed BIGINT, width BIGINT) RETURNS BIGINT
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

-- CreateTable
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

    CONSTRAINT "archived_pkey" PRIMARY KEY ("table_name","from_key")
);

-- CreateTable
CREATE TABLE "clob"."archived_ids" (
    "order_id" BYTEA NOT NULL,

    CONSTRAINT "archived_ids_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
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

    CONSTRAINT "archived_pkey" PRIMARY KEY ("table_name","from_key")
);

-- When a signed order says that it was signed, in Unix milliseconds: its timestamp, where that can be one (from 2020 on, in milliseconds);
-- null for orders of version 1, which have none. The layout of apps/clob/src/engine/journal/signed-order.codec.ts.
CREATE FUNCTION "clob"."signed_at"(signed BYTEA) RETURNS BIGINT LANGUAGE plpgsql IMMUTABLE AS $$
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
