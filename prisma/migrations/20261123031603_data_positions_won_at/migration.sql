CREATE INDEX CONCURRENTLY "positions_won_at_idx" ON "data"."positions"("generation", "changed_at") WHERE "size_micros" = 0 AND "realized_micros" > 0;
