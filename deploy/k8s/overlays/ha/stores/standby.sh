# Run once, in the new database of the first primary: lets a standby in, and makes each commit wait until one has it on its disk.
# Both names stand there, so that the rule holds whichever of the two is promoted; a server never waits for itself.
psql -v ON_ERROR_STOP=1 -v password="$STANDBY_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE foretell_standby REPLICATION LOGIN PASSWORD :'password';
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ("postgres-0", "postgres-1")';
SQL
echo 'host replication foretell_standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
