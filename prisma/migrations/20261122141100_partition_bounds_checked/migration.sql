-- Reads each table once; whoever reads and writes goes on.
ALTER TABLE "clob"."journal" VALIDATE CONSTRAINT "journal_0_bound";
ALTER TABLE "clob"."trades" VALIDATE CONSTRAINT "trades_0_bound";
ALTER TABLE "clob"."fills" VALIDATE CONSTRAINT "fills_0_bound";
ALTER TABLE "data"."activity" VALIDATE CONSTRAINT "activity_0_bound";
