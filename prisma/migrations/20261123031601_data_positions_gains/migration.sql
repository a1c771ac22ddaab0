CREATE INDEX CONCURRENTLY "positions_gains_idx" ON "data"."positions"("generation", "wallet", "realized_micros" DESC) WHERE "realized_micros" > 0;
