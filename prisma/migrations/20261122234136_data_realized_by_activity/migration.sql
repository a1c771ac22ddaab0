SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "data"."activity" ADD COLUMN     "realized_micros" BIGINT;
