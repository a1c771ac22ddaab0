SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."listings" ADD COLUMN     "rebate_pinned_bps" INTEGER;

-- Every replica hears of rewards that an operator sets; the catalog's own changes come with the commit.
CREATE TRIGGER "listings_told" AFTER UPDATE ON "clob"."listings" FOR EACH ROW
  WHEN (NEW."rewards_pinned" AND (OLD."rewards_rates", OLD."rewards_min_size_micros", OLD."rewards_max_spread_pips")
    IS DISTINCT FROM (NEW."rewards_rates", NEW."rewards_min_size_micros", NEW."rewards_max_spread_pips"))
  EXECUTE FUNCTION "clob"."tell_access_change"('condition_id');
