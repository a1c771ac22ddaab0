SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."orders" ADD COLUMN     "closed_at" BIGINT;
