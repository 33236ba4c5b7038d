-- Three roles without login. glasshouse_ledger owns the ledger, and only its functions change it (ledger/schema). The server runs as
-- glasshouse, which reads and writes rows but owns nothing, so it cannot alter tables, functions or triggers. The command line runs as
-- glasshouse_operators and alone writes operators' tables. A server's DATABASE_URL user must not be a member of it.

DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['glasshouse_ledger', 'glasshouse', 'glasshouse_operators'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
    END IF;
    IF NOT pg_has_role(session_user, wanted, 'SET') THEN
      EXECUTE format('GRANT %I TO %I', wanted, session_user);
    END IF;
  END LOOP;
  IF NOT pg_has_role('glasshouse_operators', 'glasshouse', 'USAGE') THEN
    GRANT glasshouse TO glasshouse_operators;
  END IF;
END $$;

ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE, MAINTAIN ON TABLES TO glasshouse;
GRANT SELECT ON migration TO glasshouse;
