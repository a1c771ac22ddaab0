CREATE INDEX CONCURRENTLY "orders_builder_idx" ON "clob"."orders" ("builder") WHERE "builder" IS NOT NULL;
