SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "data"."markets" ADD COLUMN     "token0_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "token1_id" TEXT NOT NULL DEFAULT '';
