SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."reward_samples" ADD COLUMN     "last_minute" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "clob"."reward_scores" ADD COLUMN     "rate_parts" BIGINT NOT NULL DEFAULT 0;
