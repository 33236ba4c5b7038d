-- Three roles that nobody signs in as. The books belong to glasshouse_ledger, and nothing but its functions changes them (ledger/schema). The
-- product works as glasshouse: it reads and writes rows, and owns nothing, so it changes no table, no function and no trigger.
-- glasshouse_operators is the command line while it writes what operators said: nothing else writes those tables. Whoever DATABASE_URL signs
-- in as on a server must not be a member of it.

DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['glasshouse_ledger', 'glasshouse', 'glasshouse_operators'] LOOP
    -- Roles are of the whole server: another database of it may have made them.
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
