SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."markets" ADD COLUMN     "proposal" TEXT;
