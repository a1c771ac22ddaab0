-- Beyond Prisma: few markets have no order book.
CREATE INDEX CONCURRENTLY "markets_without_book_idx" ON "gamma"."markets" ("id") WHERE ("trading" -> 'enableOrderBook') = 'false';
