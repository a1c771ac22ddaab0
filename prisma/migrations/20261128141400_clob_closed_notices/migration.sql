CREATE INDEX CONCURRENTLY "orders_closed_notices_idx" ON "clob"."orders" ("wallet_number", (coalesce("closed_at", "accepted_at")) DESC) WHERE "close_reason" IN (2, 3, 4, 5);
