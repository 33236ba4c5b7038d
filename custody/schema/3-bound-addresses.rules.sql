-- Functions, triggers and views for 3-bound-addresses.sql.

CREATE OR REPLACE FUNCTION address_change_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.wallet_id, OLD.chain, OLD.old_address, OLD.new_address, OLD.signed_address, OLD.issued_at, OLD.public_key, OLD.signature,
      OLD.asked_at, OLD.ready_at)
    IS DISTINCT FROM (NEW.wallet_id, NEW.chain, NEW.old_address, NEW.new_address, NEW.signed_address, NEW.issued_at, NEW.public_key,
      NEW.signature, NEW.asked_at, NEW.ready_at) THEN
    RAISE EXCEPTION 'the terms of address change % are never changed', OLD.id;
  END IF;
  IF OLD.state <> 'asked' AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'address change % has ended', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER address_change_keeps_its_terms BEFORE UPDATE ON address_change
  FOR EACH ROW EXECUTE FUNCTION address_change_keeps_its_terms();

CREATE OR REPLACE FUNCTION bound_address_is_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.wallet_id, OLD.chain) IS DISTINCT FROM (NEW.wallet_id, NEW.chain) OR NOT EXISTS (
    SELECT FROM address_change c WHERE c.wallet_id = OLD.wallet_id AND c.chain = OLD.chain AND c.state = 'done'
      AND c.ended_at = NEW.bound_at AND c.old_address = OLD.address AND c.new_address = NEW.address
      AND c.signed_address = NEW.signed_address AND c.issued_at = NEW.issued_at AND c.public_key = NEW.public_key
      AND c.signature = NEW.signature AND NEW.replaces = OLD.address AND NEW.payable_from > NEW.bound_at
  ) THEN
    RAISE EXCEPTION 'update of bound_address is refused: no change was asked for' USING ERRCODE = 'GH001';
  END IF;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.wallet_id = OLD.wallet_id AND w.chain = OLD.chain AND w.ended_at IS NULL) THEN
    RAISE EXCEPTION 'update of bound_address is refused: a withdrawal is on its way to it' USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER bound_address_is_replaced BEFORE UPDATE ON bound_address
  FOR EACH ROW EXECUTE FUNCTION bound_address_is_replaced();

CREATE OR REPLACE FUNCTION address_refusal_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_taken_by_operators('wallet:' || NEW.wallet_id, 'address') THEN
    RAISE EXCEPTION 'update of address_change is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER address_refusal_is_counted AFTER UPDATE OF state ON address_change
  FOR EACH ROW WHEN (NEW.state <> 'asked' AND current_setting('glasshouse.word', true) = 'one') EXECUTE FUNCTION address_refusal_is_counted();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON bound_address FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON address_change FOR EACH ROW EXECUTE FUNCTION tell_news();
