-- What the tables of 1-networks.sql tell others, and hold themselves to.

-- A network that is no demo's makes the whole database a real one.
CREATE OR REPLACE FUNCTION note_real_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_real_coins();
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER note_real_network AFTER INSERT OR UPDATE ON network
  FOR EACH ROW WHEN (NOT NEW.demo) EXECUTE FUNCTION note_real_network();

-- A mark is only ever replaced by a later one.
CREATE OR REPLACE FUNCTION signer_mark_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.epoch, NEW.count) <= (OLD.epoch, OLD.count) THEN
    RAISE EXCEPTION 'the mark of the signer''s memory does not go back' USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER signer_mark_goes_on BEFORE UPDATE ON signer_mark
  FOR EACH ROW EXECUTE FUNCTION signer_mark_goes_on();

-- How far a chain has come, for "n of N", and where a person looks a transaction up.
CREATE OR REPLACE VIEW chain_standing AS SELECT chain, head, demo, explorer_url FROM network;

-- What a person has to look at and nobody has resolved yet.
CREATE OR REPLACE VIEW open_incident AS
  SELECT id, chain, kind, halts, detail, at FROM chain_incident WHERE resolved_at IS NULL;

-- What stops payments is told at once, and so is its end.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON chain_incident FOR EACH ROW EXECUTE FUNCTION tell_news();
