CREATE INDEX CONCURRENTLY "markets_generation_token1_id_idx" ON "data"."markets"("generation", "token1_id");
