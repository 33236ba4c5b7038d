-- Why: what a deep reorganisation took back is taken out of the books again by an operator, and what nobody claimed finds its owner, each once.

ALTER TABLE deposit DROP CONSTRAINT deposit_state_check;
-- corrected: booked, then lost with its block, and taken out of the books again
ALTER TABLE deposit ADD CONSTRAINT deposit_state_check CHECK (state IN ('seen', 'collecting', 'credited', 'corrected'));
ALTER TABLE deposit DROP CONSTRAINT deposit_check1;
ALTER TABLE deposit ADD CONSTRAINT deposit_credited_check CHECK (state = 'corrected' OR (state = 'credited') = (credited_at IS NOT NULL));

-- How often a payment was taken out of the books, and what of it the wallet could not give back and the company bears.
CREATE TABLE deposit_correction (
  deposit_id bigint NOT NULL REFERENCES deposit (id),
  round integer NOT NULL CHECK (round > 0),
  taken_units bigint NOT NULL CHECK (taken_units >= 0),
  borne_units bigint NOT NULL CHECK (borne_units >= 0),
  -- Whose it was; null for the company's own and for what nobody has claimed.
  wallet_id text REFERENCES wallet (id),
  state_before text NOT NULL CHECK (state_before IN ('collecting', 'credited')),
  reason text NOT NULL CHECK (reason <> ''),
  corrected_at timestamptz NOT NULL,
  -- It came back on the chain, and into the books.
  restored_at timestamptz,
  PRIMARY KEY (deposit_id, round)
);
CREATE TRIGGER correction_stays BEFORE DELETE OR TRUNCATE ON deposit_correction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A payment of unknown owner that was proven to be a wallet's.
CREATE TABLE suspense_release (
  deposit_id bigint PRIMARY KEY REFERENCES deposit (id),
  wallet_id text NOT NULL REFERENCES wallet (id),
  evidence text NOT NULL CHECK (evidence <> ''),
  released_at timestamptz NOT NULL
);
CREATE INDEX suspense_release_wallet ON suspense_release (wallet_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_release
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
