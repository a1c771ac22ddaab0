SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "data"."activity" ADD COLUMN     "total_cash_micros" BIGINT,
ADD COLUMN     "total_markets" INTEGER,
ADD COLUMN     "total_realized_micros" BIGINT,
ADD COLUMN     "total_shares_micros" BIGINT,
ADD COLUMN     "total_trades" INTEGER,
ADD COLUMN     "total_volume_micros" BIGINT;

-- AlterTable
ALTER TABLE "data"."wallets" ADD COLUMN     "archived_shares_micros" BIGINT,
ADD COLUMN     "archived_trades" INTEGER;
