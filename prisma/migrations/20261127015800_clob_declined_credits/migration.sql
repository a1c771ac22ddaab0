SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."pending_credits" ADD COLUMN     "declined_at" BIGINT,
ADD COLUMN     "declined_by" TEXT;
