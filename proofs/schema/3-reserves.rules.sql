-- Functions, triggers and views for 3-reserves.sql.

-- The same key signs liability statements.
CREATE OR REPLACE FUNCTION reserves_have_that_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM proof_signature WHERE public_key <> NEW.public_key) THEN
    RAISE EXCEPTION 'reserves are signed by another key than statements' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER reserves_have_that_key BEFORE INSERT ON reserve_signature
  FOR EACH ROW EXECUTE FUNCTION reserves_have_that_key();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON reserve_part FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON reserve_check FOR EACH ROW EXECUTE FUNCTION tell_news();
