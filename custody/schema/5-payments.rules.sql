-- Functions, triggers and views for 5-payments.sql.

-- The bytes may change only to the payment's stored attempt that was mined.
CREATE OR REPLACE FUNCTION payment_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw IS NOT NULL AND (TG_OP = 'DELETE' OR (OLD.lane, OLD.nonce) IS DISTINCT FROM (NEW.lane, NEW.nonce)
    OR ((OLD.raw, OLD.tx_hash) IS DISTINCT FROM (NEW.raw, NEW.tx_hash) AND NOT (
      EXISTS (SELECT 1 FROM payment_attempt a WHERE (a.withdrawal_id, a.raw, a.tx_hash) = (OLD.withdrawal_id, OLD.raw, OLD.tx_hash))
      AND EXISTS (SELECT 1 FROM payment_attempt a WHERE (a.withdrawal_id, a.raw, a.tx_hash) = (OLD.withdrawal_id, NEW.raw, NEW.tx_hash))
    ))) THEN
    RAISE EXCEPTION 'the payment of withdrawal % is signed and is never changed', OLD.withdrawal_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE TRIGGER payment_is_signed_once BEFORE UPDATE OR DELETE ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_is_signed_once();

CREATE OR REPLACE FUNCTION attempt_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw IS NOT NULL THEN
    RAISE EXCEPTION 'attempt % of withdrawal % is signed and is never changed', OLD.number, OLD.withdrawal_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE OR REPLACE TRIGGER attempt_is_signed_once BEFORE UPDATE OR DELETE ON payment_attempt
  FOR EACH ROW EXECUTE FUNCTION attempt_is_signed_once();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION tell_news();
