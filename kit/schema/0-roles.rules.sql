-- What the roles of 0-roles.sql hold themselves to.

-- A table or a type of a session's own is found before ours of the same name, also by the rules that stand beside our tables.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
