-- Trigger function that refuses update, delete and truncate.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', tg_op, tg_table_name USING ERRCODE = 'GH001';
END $$;
