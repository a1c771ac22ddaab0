-- AlterTable
ALTER TABLE "data"."markets" ADD COLUMN     "token0_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "token1_id" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "markets_generation_token0_id_idx" ON "data"."markets"("generation", "token0_id");

-- CreateIndex
CREATE INDEX "markets_generation_token1_id_idx" ON "data"."markets"("generation", "token1_id");
