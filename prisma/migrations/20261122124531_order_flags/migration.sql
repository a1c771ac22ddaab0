-- All flags of an order in one column of bits: bit 0 is post-only. What there was is taken along; the table is rewritten,
-- so the surface must not run meanwhile.

-- AlterTable
ALTER TABLE "clob"."orders" ALTER COLUMN "post_only" TYPE SMALLINT USING CASE WHEN "post_only" THEN 1 ELSE 0 END;
ALTER TABLE "clob"."orders" RENAME COLUMN "post_only" TO "flags";
