CREATE INDEX CONCURRENTLY "reward_scores_day_wallet_idx" ON "clob"."reward_scores"("day", "wallet");
