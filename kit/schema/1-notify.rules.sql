-- Sends notifications at commit. Subscribers must also poll.

-- One notification per transaction.
CREATE OR REPLACE FUNCTION tell_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('news', tg_table_name);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tell_news AFTER UPDATE ON demo_clock FOR EACH ROW EXECUTE FUNCTION tell_news();
