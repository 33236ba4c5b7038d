-- Why: a payment that no block takes for its fee is signed again with the same number and a higher one; exactly one of them can be mined.

ALTER TABLE payment
  -- The newest block when it began to wait for one: stuck is counted from here.
  ADD COLUMN waiting_since bigint,
  -- The operator wants it stopped: its number goes to a transaction that moves nothing.
  ADD COLUMN stop_asked_at timestamptz;

-- Every transaction signed for a payment, when there is more than one. The first is the payment's own.
CREATE TABLE payment_attempt (
  withdrawal_id bigint NOT NULL REFERENCES payment (withdrawal_id),
  number integer NOT NULL CHECK (number > 0),
  -- pay: the same payment with a higher fee · stop: nothing, to ourselves
  kind text NOT NULL CHECK (kind IN ('pay', 'stop')),
  -- Wei per gas; settled before it is signed.
  fee_max_per_gas numeric NOT NULL,
  tip_max_per_gas numeric NOT NULL,
  raw text,
  tx_hash text UNIQUE,
  PRIMARY KEY (withdrawal_id, number),
  CHECK ((raw IS NULL) = (tx_hash IS NULL))
);

CREATE FUNCTION attempt_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw IS NOT NULL THEN
    RAISE EXCEPTION 'attempt % of withdrawal % is signed and is never changed', OLD.number, OLD.withdrawal_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER attempt_is_signed_once BEFORE UPDATE OR DELETE ON payment_attempt
  FOR EACH ROW EXECUTE FUNCTION attempt_is_signed_once();

-- A payment's bytes change only to those of another attempt of its own, the one that was mined, and only while its own are kept there.
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
