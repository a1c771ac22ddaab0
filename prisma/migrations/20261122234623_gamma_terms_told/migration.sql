SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "gamma"."markets" ADD COLUMN     "trading_told" JSONB NOT NULL DEFAULT '{}';
