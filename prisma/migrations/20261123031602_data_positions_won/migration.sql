CREATE INDEX CONCURRENTLY "positions_won_idx" ON "data"."positions"("generation", "realized_micros" DESC, "wallet", "condition", "outcome") WHERE "size_micros" = 0 AND "realized_micros" > 0;
