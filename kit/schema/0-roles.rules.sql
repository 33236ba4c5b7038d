-- Functions, triggers and views for 0-roles.sql.
-- Temporary tables would shadow ours of the same name, even inside our rules.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Whether the command line acts. The server's role is not a member of the operators' role.
CREATE OR REPLACE FUNCTION is_said_by_operators() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(current_user, 'glasshouse_operators', 'MEMBER')
$$;

CREATE OR REPLACE FUNCTION refuse_unsaid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the command line alone writes what operators say', tg_op, tg_table_name USING ERRCODE = 'GH005';
END $$;
