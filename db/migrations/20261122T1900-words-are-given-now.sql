-- Why: a word of two counts in the transaction that carries it out and never again, and operators of a demo have no place where real networks are.

CREATE OR REPLACE FUNCTION has_word_of_two() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.operator_proposal p
    WHERE p.id::text = current_setting('glasshouse.word', true) AND p.done_at IS NOT NULL
      AND p.xmin = pg_current_xact_id_if_assigned()::xid)
$$;

CREATE FUNCTION refuse_demo_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_demo AND EXISTS (SELECT FROM public.network WHERE NOT demo) THEN
    RAISE EXCEPTION 'an operator of a demo is refused: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_demo_operator BEFORE INSERT OR UPDATE ON operator
  FOR EACH ROW EXECUTE FUNCTION refuse_demo_operator();
