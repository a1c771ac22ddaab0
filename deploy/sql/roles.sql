-- Least privilege: each service has a role that can use its own schema and read which migrations are applied, and nothing else.
-- The backup role reads all schemas and writes nothing.
-- Run it after the migrations, as the role that ran them. It is idempotent.
-- Passwords are session settings, so that no file contains one:
--   PGOPTIONS="-c foretell.clob_password=... -c foretell.gamma_password=... -c foretell.data_password=... -c foretell.backup_password=..." psql -f deploy/sql/roles.sql "$DATABASE_URL"
-- A role without such a setting keeps its password.
DO $$
DECLARE
  service text;
  role_name text;
  password text;
  other text;
  appended text;
  part text;
BEGIN
  FOREACH service IN ARRAY ARRAY['clob', 'gamma', 'data'] LOOP
    role_name := 'foretell_' || service;
    -- Roles belong to the server: another run may create them at the same time.
    BEGIN
      EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    password := current_setting(format('foretell.%s_password', service), true);
    IF password IS NOT NULL AND password <> '' THEN
      EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', role_name, password);
    END IF;

    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', service);
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', service);
    FOREACH other IN ARRAY ARRAY['clob', 'gamma', 'data'] LOOP
      IF other <> service THEN
        EXECUTE format('REVOKE ALL ON SCHEMA %I FROM %I', other, role_name);
        EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', other, role_name);
        EXECUTE format('REVOKE ALL ON ALL SEQUENCES IN SCHEMA %I FROM %I', other, role_name);
      END IF;
    END LOOP;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', service, role_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', service, role_name);
    EXECUTE format('GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA %I TO %I', service, role_name);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', service, role_name);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO %I', service, role_name);
    -- These tables are append-only for the services.
    FOREACH appended IN ARRAY ARRAY['journal', 'lineages', 'ledger_entries', 'audit'] LOOP
      IF to_regclass(format('%I.%I', service, appended)) IS NOT NULL THEN
        EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I.%I FROM %I', service, appended, role_name);
        -- A partition is accessible only through its table.
        FOR part IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = to_regclass(format('%I.%I', service, appended))
          AND EXISTS (SELECT FROM pg_class WHERE oid = inhrelid AND relkind = 'r') LOOP
          EXECUTE format('REVOKE ALL ON %s FROM %I', part, role_name);
        END LOOP;
      END IF;
    END LOOP;
    IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
      EXECUTE format('GRANT SELECT ON public._prisma_migrations TO %I', role_name);
    END IF;
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %I, public', role_name, current_database(), service);
  END LOOP;

  BEGIN
    CREATE ROLE foretell_backup LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  password := current_setting('foretell.backup_password', true);
  IF password IS NOT NULL AND password <> '' THEN
    EXECUTE format('ALTER ROLE foretell_backup LOGIN PASSWORD %L', password);
  END IF;
  FOREACH service IN ARRAY ARRAY['clob', 'gamma', 'data'] LOOP
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM foretell_backup', service);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO foretell_backup', service);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO foretell_backup', service);
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO foretell_backup', service);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO foretell_backup', service);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON SEQUENCES TO foretell_backup', service);
    -- Only its own service may call a SECURITY DEFINER function.
    FOR part IN SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE n.nspname = service AND p.prosecdef LOOP
      EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', part);
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', part, 'foretell_' || service);
    END LOOP;
  END LOOP;
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON public._prisma_migrations TO foretell_backup;
  END IF;
  EXECUTE format('ALTER ROLE foretell_backup IN DATABASE %I SET default_transaction_read_only = on', current_database());
END
$$;
