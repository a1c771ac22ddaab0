-- Orders, trades, fills and balances in lean rows: ids as bytes, wallets, owners and markets by number, enumerations as small
-- integers, the signed order as its bytes. What there was is taken along; the surface must not run meanwhile.

-- CreateTable
CREATE TABLE "clob"."wallets" (
    "number" INTEGER NOT NULL,
    "wallet" TEXT NOT NULL,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "clob"."owners" (
    "number" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,

    CONSTRAINT "owners_pkey" PRIMARY KEY ("number")
);

INSERT INTO "clob"."wallets" ("number", "wallet")
SELECT row_number() OVER (ORDER BY "wallet"), "wallet" FROM (
  SELECT "wallet" FROM "clob"."balances" UNION SELECT "wallet" FROM "clob"."orders"
  UNION SELECT "taker_wallet" FROM "clob"."trades" UNION SELECT "maker_wallet" FROM "clob"."fills") AS named;

INSERT INTO "clob"."owners" ("number", "owner")
SELECT row_number() OVER (ORDER BY "owner"), "owner" FROM (
  SELECT "owner" FROM "clob"."orders"
  UNION SELECT "taker_owner" FROM "clob"."trades" UNION SELECT "maker_owner" FROM "clob"."fills") AS named;

-- CreateIndex
CREATE UNIQUE INDEX "wallets_wallet_key" ON "clob"."wallets"("wallet");

-- CreateIndex
CREATE UNIQUE INDEX "owners_owner_key" ON "clob"."owners"("owner");

-- AlterTable
ALTER TABLE "clob"."markets" ADD COLUMN "number" INTEGER;
UPDATE "clob"."markets" AS m SET "number" = n."number"
FROM (SELECT "condition_id", row_number() OVER (ORDER BY "condition_id") AS "number" FROM "clob"."markets") AS n
WHERE n."condition_id" = m."condition_id";
ALTER TABLE "clob"."markets" ALTER COLUMN "number" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "markets_number_key" ON "clob"."markets"("number");

-- What the new tables are filled from, out of the way of their names.
ALTER TABLE "clob"."balances" RENAME TO "balances_before";
ALTER INDEX "clob"."balances_pkey" RENAME TO "balances_before_pkey";
ALTER TABLE "clob"."orders" RENAME TO "orders_before";
ALTER INDEX "clob"."orders_pkey" RENAME TO "orders_before_pkey";
ALTER TABLE "clob"."trades" RENAME TO "trades_before";
ALTER INDEX "clob"."trades_pkey" RENAME TO "trades_before_pkey";
ALTER TABLE "clob"."fills" RENAME TO "fills_before";
ALTER INDEX "clob"."fills_pkey" RENAME TO "fills_before_pkey";
DROP INDEX "clob"."orders_open_idx", "clob"."orders_open_market_idx", "clob"."trades_builder_idx", "clob"."fills_maker_order_id_idx";

-- CreateTable
CREATE TABLE "clob"."balances" (
    "wallet_number" INTEGER NOT NULL,
    "asset" INTEGER NOT NULL,
    "available_micros" BIGINT NOT NULL,
    "locked_micros" BIGINT NOT NULL,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("wallet_number","asset")
);

-- CreateTable
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
    "post_only" BOOLEAN NOT NULL,
    "order_id" BYTEA NOT NULL,
    "builder" BYTEA,
    "signed" BYTEA NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("order_id")
);

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
);

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
);

-- Beyond Prisma: what holds must hold in the database too, whoever writes.
ALTER TABLE "clob"."balances" ADD CONSTRAINT "balances_not_negative" CHECK ("available_micros" >= 0 AND "locked_micros" >= 0);
ALTER TABLE "clob"."orders" ADD CONSTRAINT "orders_lock_not_negative" CHECK ("locked_micros" >= 0 AND "filled_micros" >= 0);
-- Room beside each open order for its later fills, so that an update stays on its page.
ALTER TABLE "clob"."orders" SET (fillfactor = 90);

-- A length byte and the number, big end first, without leading zeros.
CREATE FUNCTION "clob"."uint_bytes"(value TEXT) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS $$
  SELECT decode(lpad(to_hex(length(even) / 2), 2, '0') || even, 'hex') FROM (
    SELECT CASE WHEN length(hex) % 2 = 1 THEN '0' || hex ELSE hex END AS even FROM (
      SELECT ltrim(string_agg(lpad(to_hex(mod(div(value::numeric, 4294967296::numeric ^ word), 4294967296)::bigint), 8, '0'), ''
        ORDER BY word DESC), '0') AS hex FROM generate_series(0, 7) AS word) AS digits) AS padded
$$;

-- The layout of apps/clob/src/engine/journal/signed-order.codec.ts.
CREATE FUNCTION "clob"."signed_bytes"(o JSONB) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS $$
  SELECT decode('01' || lpad(to_hex(CASE WHEN o ->> 'side' = 'SELL' THEN 1 ELSE 0 END + 2 * (o ->> 'signatureType')::int
      + CASE WHEN first THEN 8 ELSE 0 END + CASE WHEN other THEN 16 ELSE 0 END
      + CASE WHEN metadata <> '' THEN 32 ELSE 0 END + CASE WHEN builder <> '' THEN 64 ELSE 0 END), 2, '0')
    || substr(o ->> 'maker', 3) || CASE WHEN other THEN substr(o ->> 'signer', 3) ELSE '' END, 'hex')
    || "clob"."uint_bytes"(o ->> 'salt') || "clob"."uint_bytes"(o ->> 'tokenId')
    || "clob"."uint_bytes"(o ->> 'makerAmount') || "clob"."uint_bytes"(o ->> 'takerAmount')
    || CASE WHEN first THEN decode(substr(o ->> 'taker', 3), 'hex') || "clob"."uint_bytes"(coalesce(o ->> 'expiration', '0'))
        || "clob"."uint_bytes"(o ->> 'nonce') || "clob"."uint_bytes"(o ->> 'feeRateBps')
      ELSE "clob"."uint_bytes"(coalesce(o ->> 'timestamp', '0')) || decode(metadata || builder, 'hex') END
    || decode(substr(o ->> 'signature', 3), 'hex')
  FROM (SELECT first, lower(o ->> 'signer') <> lower(o ->> 'maker') AS other,
      CASE WHEN first OR o ->> 'metadata' ~ '^0x0*$' THEN '' ELSE coalesce(substr(o ->> 'metadata', 3), '') END AS metadata,
      CASE WHEN first OR o ->> 'builder' ~ '^0x0*$' THEN '' ELSE coalesce(substr(o ->> 'builder', 3), '') END AS builder
    FROM (SELECT NOT o ? 'timestamp' AND o ? 'taker' AND o ? 'nonce' AND o ? 'feeRateBps' AS first) AS version) AS parts
$$;

INSERT INTO "clob"."balances" ("wallet_number", "asset", "available_micros", "locked_micros")
SELECT w."number",
  CASE WHEN b."asset" = 'usdc' THEN 0 ELSE 2 * m."number" + split_part(b."asset", ':', 2)::int END, b."available_micros", b."locked_micros"
FROM "clob"."balances_before" AS b LEFT JOIN "clob"."wallets" AS w USING ("wallet")
  LEFT JOIN "clob"."markets" AS m ON m."condition_id" = split_part(b."asset", ':', 1);

INSERT INTO "clob"."orders" ("priority", "size_micros", "budget_micros", "expires_at", "accepted_at", "due_at", "filled_micros",
  "filled_usdc_micros", "locked_micros", "wallet_number", "owner_number", "market_number", "price_pips", "outcome", "side", "order_type",
  "status", "close_reason", "post_only", "order_id", "builder", "signed")
SELECT o."priority", o."size_micros", o."budget_micros", o."expires_at", o."accepted_at", o."due_at", o."filled_micros",
  o."filled_usdc_micros", o."locked_micros", w."number", k."number", m."number", o."price_pips", o."outcome",
  array_position(ARRAY['BUY', 'SELL'], o."side"), array_position(ARRAY['GTC', 'GTD', 'FOK', 'FAK'], o."order_type"),
  array_position(ARRAY['live', 'delayed', 'matched', 'canceled'], o."status"),
  array_position(ARRAY['canceled', 'expired', 'self trade', 'market closed', 'market resolved', 'unfilled'], o."close_reason"),
  o."post_only", decode(substr(o."order_id", 3), 'hex'),
  CASE WHEN o."signed" ->> 'builder' ~ '[1-9a-fA-F]' THEN decode(substr(o."signed" ->> 'builder', 3), 'hex') END,
  "clob"."signed_bytes"(o."signed")
FROM "clob"."orders_before" AS o LEFT JOIN "clob"."wallets" AS w USING ("wallet") LEFT JOIN "clob"."owners" AS k USING ("owner")
  LEFT JOIN "clob"."markets" AS m USING ("condition_id") ORDER BY o."priority";

INSERT INTO "clob"."trades" ("trade_number", "matched_at", "size_micros", "usdc_micros", "fee_micros", "market_number", "taker_wallet_number",
  "taker_owner_number", "fee_rate_bps", "taker_outcome", "taker_side", "taker_order_id", "builder")
SELECT t."trade_number", t."matched_at", t."size_micros", t."usdc_micros", t."fee_micros", m."number", w."number", k."number",
  t."fee_rate_bps", t."taker_outcome", array_position(ARRAY['BUY', 'SELL'], t."taker_side"), decode(substr(t."taker_order_id", 3), 'hex'),
  CASE WHEN substr(t."builder", 3) ~ '[1-9a-f]' THEN decode(substr(t."builder", 3), 'hex') END
FROM "clob"."trades_before" AS t LEFT JOIN "clob"."markets" AS m USING ("condition_id")
  LEFT JOIN "clob"."wallets" AS w ON w."wallet" = t."taker_wallet" LEFT JOIN "clob"."owners" AS k ON k."owner" = t."taker_owner"
ORDER BY t."trade_number";

INSERT INTO "clob"."fills" ("trade_number", "size_micros", "maker_usdc_micros", "position", "maker_wallet_number", "maker_owner_number",
  "maker_price_pips", "kind", "maker_outcome", "maker_side", "maker_order_id")
SELECT f."trade_number", f."size_micros", f."maker_usdc_micros", f."position", w."number", k."number", f."maker_price_pips",
  array_position(ARRAY['transfer', 'mint', 'merge'], f."kind"), f."maker_outcome", array_position(ARRAY['BUY', 'SELL'], f."maker_side"),
  decode(substr(f."maker_order_id", 3), 'hex')
FROM "clob"."fills_before" AS f LEFT JOIN "clob"."wallets" AS w ON w."wallet" = f."maker_wallet"
  LEFT JOIN "clob"."owners" AS k ON k."owner" = f."maker_owner"
ORDER BY f."trade_number", f."position";

DROP FUNCTION "clob"."signed_bytes"(JSONB);
DROP FUNCTION "clob"."uint_bytes"(TEXT);
DROP TABLE "clob"."balances_before", "clob"."orders_before", "clob"."trades_before", "clob"."fills_before";

-- CreateIndex
CREATE INDEX "trades_taker_wallet_number_trade_number_idx" ON "clob"."trades"("taker_wallet_number", "trade_number");

-- CreateIndex
CREATE INDEX "trades_market_number_trade_number_idx" ON "clob"."trades"("market_number", "trade_number");

-- CreateIndex
CREATE INDEX "trades_taker_order_id_idx" ON "clob"."trades"("taker_order_id");

-- CreateIndex
CREATE INDEX "fills_maker_wallet_number_trade_number_idx" ON "clob"."fills"("maker_wallet_number", "trade_number");

-- CreateIndex
CREATE INDEX "fills_maker_order_id_idx" ON "clob"."fills"("maker_order_id");

-- Beyond Prisma: open orders (1 live, 2 delayed) of a wallet and of a market, cancels that an account did not ask for (2 to 5:
-- expired, self trade, market closed, market resolved), and the few trades that carry a builder.
CREATE INDEX "orders_open_idx" ON "clob"."orders" ("wallet_number", "priority" DESC) WHERE "status" IN (1, 2);
CREATE INDEX "orders_open_market_idx" ON "clob"."orders" ("market_number") WHERE "status" IN (1, 2);
CREATE INDEX "orders_notices_idx" ON "clob"."orders" ("wallet_number", "priority" DESC) WHERE "close_reason" IN (2, 3, 4, 5);
CREATE INDEX "trades_builder_idx" ON "clob"."trades" ("builder", "trade_number") WHERE "builder" IS NOT NULL;
