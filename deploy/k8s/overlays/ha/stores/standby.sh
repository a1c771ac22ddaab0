# Runs once, in the new database of the first primary: admits a standby, and makes each commit wait until the standby has it on
# disk. Lists both servers, so that it holds after a promotion, too. A server never waits for itself.
psql -v ON_ERROR_STOP=1 -v password="$STANDBY_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE foretell_standby REPLICATION LOGIN PASSWORD :'password';
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ("postgres-0", "postgres-1")';
SQL
echo 'host replication foretell_standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
