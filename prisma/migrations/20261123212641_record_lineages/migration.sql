SET lock_timeout = '1s';

-- AlterTable
ALTER TABLE "clob"."checkpoints" ADD COLUMN     "lineage" TEXT;

-- AlterTable
ALTER TABLE "data"."checkpoints" ADD COLUMN     "lineage" TEXT;

-- AlterTable
ALTER TABLE "gamma"."checkpoints" ADD COLUMN     "lineage" TEXT;

-- CreateTable
CREATE TABLE "clob"."lineages" (
    "number" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "parent" TEXT,
    "after_sequence" BIGINT NOT NULL,
    "system_identifier" TEXT NOT NULL,
    "timeline" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "lineages_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "gamma"."lineages" (
    "number" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "parent" TEXT,
    "after_sequence" BIGINT NOT NULL,
    "system_identifier" TEXT NOT NULL,
    "timeline" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "lineages_pkey" PRIMARY KEY ("number")
);

-- CreateIndex
CREATE UNIQUE INDEX "lineages_id_key" ON "clob"."lineages"("id");

-- CreateIndex
CREATE UNIQUE INDEX "lineages_id_key" ON "gamma"."lineages"("id");
