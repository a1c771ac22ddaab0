-- A market's taker fee is shares x rate x (p x (1 - p))^exponent. The markets there are have had exponent 1, and keep it.
ALTER TABLE "clob"."markets" RENAME COLUMN "taker_fee_bps" TO "fee_rate_bps";
ALTER TABLE "clob"."markets" ADD COLUMN "fee_exponent" SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE "clob"."markets" ALTER COLUMN "fee_exponent" DROP DEFAULT;

-- The same terms as the catalog last gave them, here and there.
UPDATE "clob"."listings"
SET "catalog_terms" = ("catalog_terms" - 'takerFeeBps') || jsonb_build_object('feeRateBps', "catalog_terms" -> 'takerFeeBps', 'feeExponent', 1)
WHERE "catalog_terms" ? 'takerFeeBps';

UPDATE "gamma"."markets"
SET "trading" = ("trading" - 'takerFeeBps') || jsonb_build_object('feeRateBps', "trading" -> 'takerFeeBps', 'feeExponent', 1)
WHERE "trading" ? 'takerFeeBps';
