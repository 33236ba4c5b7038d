-- Functions, triggers and views for 5-outgoing.sql.

-- Once signed, only the progress of a transaction changes, and nothing after its end.
CREATE OR REPLACE FUNCTION outgoing_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'allocated' AND (TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL OR NEW.state = 'allocated'
    OR (OLD.purpose, OLD.chain, OLD.lane, OLD.nonce) IS DISTINCT FROM (NEW.purpose, NEW.chain, NEW.lane, NEW.nonce)
    OR NOT EXISTS (SELECT FROM outgoing_attempt a WHERE a.outgoing_id = OLD.id AND a.number = NEW.attempt AND a.raw IS NOT NULL)) THEN
    RAISE EXCEPTION 'transaction % is signed and is never changed', OLD.id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE TRIGGER outgoing_is_signed_once BEFORE UPDATE OR DELETE ON outgoing_transaction
  FOR EACH ROW EXECUTE FUNCTION outgoing_is_signed_once();

CREATE OR REPLACE FUNCTION attempt_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw IS NOT NULL THEN
    RAISE EXCEPTION 'attempt % of transaction % is signed and is never changed', OLD.number, OLD.outgoing_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE TRIGGER attempt_is_signed_once BEFORE UPDATE OR DELETE ON outgoing_attempt
  FOR EACH ROW EXECUTE FUNCTION attempt_is_signed_once();

CREATE OR REPLACE FUNCTION payment_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM outgoing_transaction t WHERE t.id = OLD.outgoing_id AND t.state <> 'allocated')
    AND (TG_OP = 'DELETE' OR (OLD.withdrawal_id, OLD.outgoing_id) IS DISTINCT FROM (NEW.withdrawal_id, NEW.outgoing_id)) THEN
    RAISE EXCEPTION 'the payment of withdrawal % is signed and is never changed', OLD.withdrawal_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE TRIGGER payment_is_signed_once BEFORE UPDATE OR DELETE ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_is_signed_once();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON outgoing_transaction FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION tell_news();

CREATE OR REPLACE VIEW payment_transaction AS
  SELECT p.withdrawal_id, p.outgoing_id, p.stop_asked_at, t.lane, t.nonce, t.state, t.block_number, a.raw, a.tx_hash
  FROM payment p JOIN outgoing_transaction t ON t.id = p.outgoing_id
    JOIN outgoing_attempt a ON a.outgoing_id = t.id AND a.number = t.attempt;
