-- What a process waits for that another one writes: it is told at the commit, and looks. Nobody relies on it alone.

-- Put after what begins work for somebody. Rows of one transaction are told once.
CREATE OR REPLACE FUNCTION tell_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('news', tg_table_name);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tell_news AFTER UPDATE ON demo_clock FOR EACH ROW EXECUTE FUNCTION tell_news();
