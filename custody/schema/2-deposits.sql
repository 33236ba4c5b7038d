-- Each payment is credited exactly once, even after a reorganization.

CREATE TABLE deposit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  tx_hash text NOT NULL,
  -- The log's index in its transaction, which a reorganization never changes.
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  coin text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  -- base_units: in token units. units: in 10⁻⁸, rounded down. The remainder stays on the chain.
  base_units numeric NOT NULL CHECK (base_units > 0),
  units bigint NOT NULL CHECK (units >= 0),
  remainder numeric NOT NULL CHECK (remainder >= 0),
  -- wallet: for a customer. capital: from the company. unknown: no known owner. venue: from a fund's venue. For venue, credited means
  -- confirmed, so an operator may book it.
  kind text NOT NULL CHECK (kind IN ('wallet', 'capital', 'unknown', 'venue')),
  wallet_id text REFERENCES wallet (id),
  -- seen: too few confirmations. collecting: below the minimum, in suspense for the wallet. credited: booked to its owner. corrected:
  -- booked, then orphaned and reversed.
  state text NOT NULL DEFAULT 'seen' CHECK (state IN ('seen', 'collecting', 'credited', 'corrected')),
  seen_at timestamptz NOT NULL,
  credited_at timestamptz,
  -- Orphaned after booking, despite enough confirmations.
  orphaned_at timestamptz,
  swept_at timestamptz,
  UNIQUE (chain, tx_hash, ordinal),
  CHECK ((kind = 'wallet') = (wallet_id IS NOT NULL)),
  CONSTRAINT deposit_credited_check CHECK (state = 'corrected' OR (state = 'credited') = (credited_at IS NOT NULL))
);
CREATE INDEX deposit_wallet ON deposit (wallet_id, id);
CREATE INDEX deposit_shown ON deposit (wallet_id, chain, coin, id) WHERE units > 0;
CREATE INDEX deposit_open ON deposit (chain, block_number) WHERE state = 'seen';
CREATE INDEX deposit_block ON deposit (chain, block_hash);
CREATE INDEX deposit_collecting ON deposit (wallet_id, chain, coin) WHERE state = 'collecting';
CREATE INDEX deposit_unswept ON deposit (chain, coin, to_address)
  WHERE swept_at IS NULL AND kind = 'wallet' AND state IN ('credited', 'collecting');
CREATE INDEX deposit_inflow ON deposit (coin, credited_at) INCLUDE (units) WHERE state = 'credited' AND kind = 'wallet';
CREATE INDEX deposit_there ON deposit (chain, coin, to_address)
  WHERE swept_at IS NULL AND orphaned_at IS NULL AND kind = 'wallet';
CREATE INDEX deposit_swept ON deposit (chain, coin, swept_at) WHERE swept_at IS NOT NULL;
CREATE INDEX deposit_unbooked ON deposit (chain, coin, block_number)
  WHERE orphaned_at IS NULL AND (state IN ('seen', 'corrected') OR kind = 'venue');

CREATE TABLE dust_in_block (
  chain text NOT NULL,
  block_number bigint NOT NULL,
  coin text NOT NULL,
  to_address text NOT NULL,
  block_hash text NOT NULL,
  -- Null: unknown sender.
  wallet_id text REFERENCES wallet (id),
  payments bigint NOT NULL CHECK (payments > 0),
  -- In 10⁻¹⁸ of the coin, so nothing is rounded.
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (chain, block_number, coin, to_address)
);
CREATE INDEX dust_in_block_hash ON dust_in_block (chain, block_hash);

-- Dust of final blocks, in suspense until the wallet gets it.
CREATE TABLE dust (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  chain text NOT NULL,
  coin text NOT NULL,
  to_address text NOT NULL,
  wallet_id text REFERENCES wallet (id),
  payments bigint NOT NULL CHECK (payments > 0),
  -- fine: total received, in 10⁻¹⁸. units: the ledger's part (10⁻⁸, rounded down).
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  units bigint NOT NULL,
  given_units bigint NOT NULL DEFAULT 0,
  times_given integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  newest_at timestamptz NOT NULL,
  given_at timestamptz,
  newest_block bigint NOT NULL,
  -- In 10⁻¹⁸.
  swept_fine numeric NOT NULL DEFAULT 0,
  swept_at timestamptz,
  -- True once dust and the wallet's other waiting payments reach the minimum.
  is_due boolean NOT NULL DEFAULT false,
  PRIMARY KEY (chain, coin, to_address),
  CHECK (units = div(fine, 10000000000)),
  CHECK (given_units BETWEEN 0 AND units),
  CHECK (given_units = 0 OR wallet_id IS NOT NULL),
  CHECK (swept_fine BETWEEN 0 AND fine)
);
CREATE INDEX dust_wallet ON dust (wallet_id);
CREATE INDEX dust_due ON dust (chain, coin, to_address) WHERE is_due;
CREATE INDEX dust_unswept ON dust (chain, coin, to_address) WHERE swept_fine < fine;
CREATE INDEX dust_swept ON dust (chain, coin, swept_at) WHERE swept_at IS NOT NULL;
CREATE TRIGGER dust_stays BEFORE DELETE OR TRUNCATE ON dust
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Demo only.
CREATE TABLE faucet_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Idempotency key.
  key text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  asked_at timestamptz NOT NULL,
  tx_hash text,
  refused text
);
CREATE INDEX faucet_request_open ON faucet_request (id) WHERE tx_hash IS NULL AND refused IS NULL;

-- borne_units: the company's loss, which the wallet could not return.
CREATE TABLE deposit_correction (
  deposit_id bigint NOT NULL REFERENCES deposit (id),
  round integer NOT NULL CHECK (round > 0),
  taken_units bigint NOT NULL CHECK (taken_units >= 0),
  borne_units bigint NOT NULL CHECK (borne_units >= 0),
  -- Null for the company or an unclaimed payment.
  wallet_id text REFERENCES wallet (id),
  state_before text NOT NULL CHECK (state_before IN ('collecting', 'credited')),
  reason text NOT NULL CHECK (reason <> ''),
  corrected_at timestamptz NOT NULL,
  -- When the payment, on the chain again, was rebooked.
  restored_at timestamptz,
  PRIMARY KEY (deposit_id, round)
);
CREATE TRIGGER correction_stays BEFORE DELETE OR TRUNCATE ON deposit_correction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE suspense_release (
  deposit_id bigint PRIMARY KEY REFERENCES deposit (id),
  wallet_id text NOT NULL REFERENCES wallet (id),
  evidence text NOT NULL CHECK (evidence <> ''),
  released_at timestamptz NOT NULL
);
CREATE INDEX suspense_release_wallet ON suspense_release (wallet_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON suspense_release
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Wallets with enough deposits for their first CREDIT. The deposits must stay for a week.
CREATE TABLE first_credit_wait (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  -- Next check.
  due_at timestamptz NOT NULL
);
CREATE INDEX first_credit_wait_by_time ON first_credit_wait (due_at, wallet_id);
