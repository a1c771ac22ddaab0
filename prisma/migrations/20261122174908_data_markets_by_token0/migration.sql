CREATE INDEX CONCURRENTLY "markets_generation_token0_id_idx" ON "data"."markets"("generation", "token0_id");
