SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."api_keys" ADD COLUMN     "parent" TEXT;
