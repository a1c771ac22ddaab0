-- AlterTable
ALTER TABLE "gamma"."checkpoints" ADD COLUMN     "figures_hour" INTEGER NOT NULL DEFAULT 0;
