-- Why: coins nobody claimed go back to where they came from, paid as withdrawals are, each once, and not to two places at a time.

INSERT INTO movement (from_class, to_class, asset, code, bond, action) VALUES
  (22, 21, 1, -1, 'any', 'suspense that could not be sent back'),
  (22, 21, 2, -1, 'any', 'suspense that could not be sent back'),
  (22, 21, 3, -1, 'any', 'suspense that could not be sent back'),
  (22, 21, 4, -1, 'any', 'suspense that could not be sent back');

-- What is paid is a wallet's withdrawal or the way back of a payment.
ALTER TABLE withdrawal ALTER COLUMN wallet_id DROP NOT NULL;
ALTER TABLE withdrawal ADD COLUMN deposit_id bigint REFERENCES deposit (id);
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_whose_check CHECK ((wallet_id IS NULL) = (deposit_id IS NOT NULL));
-- All of it, and nobody but approvers lets it go: no time does.
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_return_check CHECK (deposit_id IS NULL OR (fee_units = 0 AND needs_review AND review_until IS NULL));
CREATE UNIQUE INDEX withdrawal_return ON withdrawal (deposit_id) WHERE state NOT IN ('cancelled', 'failed');

CREATE FUNCTION return_is_of_suspense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.deposit_id IS DISTINCT FROM NEW.deposit_id THEN
      RAISE EXCEPTION 'the terms of withdrawal % are never changed', OLD.id;
    END IF;
    RETURN NEW;
  END IF;
  PERFORM FROM deposit d WHERE d.id = NEW.deposit_id FOR UPDATE;
  IF NOT EXISTS (
    SELECT FROM deposit d WHERE d.id = NEW.deposit_id AND d.kind = 'unknown' AND d.state = 'credited' AND d.orphaned_at IS NULL
      AND (d.chain, d.coin, d.units, d.from_address) = (NEW.chain, NEW.coin, NEW.units, NEW.address)
  ) OR EXISTS (SELECT FROM suspense_release r WHERE r.deposit_id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'payment % is not in suspense, or did not come from there', NEW.deposit_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER return_is_of_suspense BEFORE INSERT OR UPDATE ON withdrawal
  FOR EACH ROW WHEN (NEW.deposit_id IS NOT NULL) EXECUTE FUNCTION return_is_of_suspense();

CREATE FUNCTION release_is_of_suspense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM deposit d WHERE d.id = NEW.deposit_id FOR UPDATE;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.deposit_id = NEW.deposit_id AND w.state NOT IN ('cancelled', 'failed')) THEN
    RAISE EXCEPTION 'payment % is on its way back', NEW.deposit_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER release_is_of_suspense BEFORE INSERT ON suspense_release
  FOR EACH ROW EXECUTE FUNCTION release_is_of_suspense();
