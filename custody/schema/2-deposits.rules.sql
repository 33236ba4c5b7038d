-- Functions, triggers and views for 2-deposits.sql.

CREATE OR REPLACE FUNCTION release_is_of_suspense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM deposit d WHERE d.id = NEW.deposit_id FOR UPDATE;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.deposit_id = NEW.deposit_id AND w.state NOT IN ('cancelled', 'failed')) THEN
    RAISE EXCEPTION 'payment % is on its way back', NEW.deposit_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER release_is_of_suspense BEFORE INSERT ON suspense_release
  FOR EACH ROW EXECUTE FUNCTION release_is_of_suspense();

CREATE OR REPLACE FUNCTION count_remainder() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before numeric := CASE WHEN TG_OP = 'INSERT' OR OLD.orphaned_at IS NOT NULL THEN 0 ELSE OLD.remainder END;
  after numeric := CASE WHEN TG_OP = 'DELETE' OR NEW.orphaned_at IS NOT NULL THEN 0 ELSE NEW.remainder END;
BEGIN
  IF after <> before THEN
    INSERT INTO chain_remainder (chain, coin, base_units)
      VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.chain ELSE NEW.chain END, CASE TG_OP WHEN 'DELETE' THEN OLD.coin ELSE NEW.coin END,
        after - before);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER count_remainder_in AFTER INSERT ON deposit FOR EACH ROW WHEN (NEW.remainder > 0)
  EXECUTE FUNCTION count_remainder();
CREATE OR REPLACE TRIGGER count_remainder_out AFTER DELETE ON deposit FOR EACH ROW WHEN (OLD.remainder > 0)
  EXECUTE FUNCTION count_remainder();
CREATE OR REPLACE TRIGGER count_remainder_again AFTER UPDATE OF remainder, orphaned_at ON deposit FOR EACH ROW
  WHEN (OLD.remainder > 0 OR NEW.remainder > 0) EXECUTE FUNCTION count_remainder();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON deposit FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON faucet_request FOR EACH ROW EXECUTE FUNCTION tell_news();
