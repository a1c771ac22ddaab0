CREATE INDEX CONCURRENTLY "marks_generation_condition_minute_idx" ON "data"."marks"("generation", "condition", "minute");
