-- Functions, triggers and views for 1-proofs.sql.

-- The key derives from the database's initial secret and never changes.
CREATE OR REPLACE FUNCTION proofs_have_one_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM proof_signature WHERE public_key <> NEW.public_key) THEN
    RAISE EXCEPTION 'the statement of % is refused: those before it are signed by another key', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER proofs_have_one_key BEFORE INSERT ON proof_signature
  FOR EACH ROW EXECUTE FUNCTION proofs_have_one_key();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON proof_day FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON proof_signature FOR EACH ROW EXECUTE FUNCTION tell_news();
