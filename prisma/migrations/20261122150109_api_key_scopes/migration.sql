-- AlterTable
ALTER TABLE "clob"."api_keys" ADD COLUMN     "expires_at" BIGINT,
ADD COLUMN     "master_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "networks" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "permission" TEXT NOT NULL DEFAULT 'all';

UPDATE "clob"."api_keys" SET "permission" = 'read' WHERE "kind" IN ('readonly', 'builder');
