-- Journal, trades, fills and activity become partitioned, each with the table of today as its first partition. PostgreSQL believes
-- that a table's rows lie below the partition's bound only when a checked constraint says so. In three steps, so that none holds a lock for
-- long: this one promises the bound (new rows keep to it at once), the second reads the tables beside whoever works with them, the third
-- only changes catalogs. At least ten million keys stay free below the bound.
DO $$
DECLARE
  bound CONSTANT text := 'ALTER TABLE %s ADD CONSTRAINT %I CHECK (%I < %s) NOT VALID';
  width CONSTANT bigint := 10000000;
  top bigint;
BEGIN
  SELECT (coalesce(max("last_sequence"), 0) / width + 2) * width + 1 INTO top FROM "clob"."journal";
  EXECUTE format(bound, 'clob.journal', 'journal_0_bound', 'last_sequence', top);
  SELECT (coalesce(max("trade_number"), 0) / width + 2) * width + 1 INTO top FROM "clob"."trades";
  EXECUTE format(bound, 'clob.trades', 'trades_0_bound', 'trade_number', top);
  EXECUTE format(bound, 'clob.fills', 'fills_0_bound', 'trade_number', top);
  SELECT (coalesce(max("sequence"), 0) / width + 2) * width + 1 INTO top FROM "data"."activity";
  EXECUTE format(bound, 'data.activity', 'activity_0_bound', 'sequence', top);
END
$$;
