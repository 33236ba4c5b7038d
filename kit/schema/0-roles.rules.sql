-- What the roles of 0-roles.sql hold themselves to.

-- A table or a type of a session's own is found before ours of the same name, also by the rules that stand beside our tables.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Whether the command line speaks: the product's role has no part in the operators'.
CREATE OR REPLACE FUNCTION is_said_by_operators() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(current_user, 'glasshouse_operators', 'MEMBER')
$$;

CREATE OR REPLACE FUNCTION refuse_unsaid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the command line alone writes what operators say', tg_op, tg_table_name USING ERRCODE = 'GH005';
END $$;
