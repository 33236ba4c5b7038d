-- Withdrawal requests and their approvals.
CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Unique across all databases ever used, because the signer identifies the withdrawal by this key.
  key text NOT NULL UNIQUE,
  -- Null for a return to the sender.
  wallet_id text REFERENCES wallet (id),
  chain text NOT NULL,
  coin text NOT NULL,
  -- Total debit, and the fee in it, in 10⁻⁸.
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  received_units bigint GENERATED ALWAYS AS (units - fee_units) VIRTUAL,
  -- USDT value at the time of the request, in 10⁻⁸. Null if the coin had no price.
  value_units bigint,
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'reviewing', 'sending', 'confirming', 'done', 'cancelled', 'failed')),
  needs_review boolean NOT NULL,
  review_until timestamptz,
  approved_at timestamptz,
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- For the operator only.
  note text NOT NULL DEFAULT '',
  -- The deposit that a return repays.
  deposit_id bigint REFERENCES deposit (id),
  -- rush_until: the latest end of a wait for the hourly limit.
  let_go_at timestamptz,
  rush_until timestamptz,
  -- From `taken_at`, the withdrawal counts as paid. `taken_small`: from the cap's half for small claims.
  taken_at timestamptz,
  taken_small boolean NOT NULL DEFAULT false,
  CHECK (fee_units >= 0 AND units > fee_units),
  CHECK ((state IN ('done', 'cancelled', 'failed')) = (ended_at IS NOT NULL)),
  FOREIGN KEY (wallet_id, chain) REFERENCES bound_address (wallet_id, chain),
  CONSTRAINT withdrawal_whose_check CHECK ((wallet_id IS NULL) = (deposit_id IS NOT NULL)),
  -- Only approvers release a return, never a timeout.
  CONSTRAINT withdrawal_return_check CHECK (deposit_id IS NULL OR (fee_units = 0 AND needs_review AND review_until IS NULL)),
  CONSTRAINT withdrawal_rush_check CHECK (deposit_id IS NULL OR rush_until IS NULL)
);
CREATE INDEX withdrawal_wallet ON withdrawal (wallet_id, id);
CREATE INDEX withdrawal_open ON withdrawal (state, id) WHERE state IN ('held', 'reviewing', 'sending', 'confirming');
CREATE INDEX withdrawal_asked ON withdrawal (requested_at) INCLUDE (coin, units, value_units, state);
CREATE UNIQUE INDEX withdrawal_return ON withdrawal (deposit_id) WHERE state NOT IN ('cancelled', 'failed');
CREATE INDEX withdrawal_let_go ON withdrawal (let_go_at) INCLUDE (wallet_id, coin, units, value_units, state);
CREATE INDEX withdrawal_taken_by ON withdrawal (wallet_id, coin, taken_at) INCLUDE (units, fee_units, state) WHERE taken_at IS NOT NULL;
CREATE INDEX withdrawal_taken ON withdrawal (coin, taken_at) INCLUDE (chain, units, fee_units, taken_small, state)
  WHERE taken_at IS NOT NULL;
CREATE INDEX withdrawal_taken_on ON withdrawal (chain, taken_at) INCLUDE (let_go_at, deposit_id) WHERE taken_at IS NOT NULL;
CREATE TRIGGER withdrawal_stays BEFORE DELETE OR TRUNCATE ON withdrawal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Releases per minute and coin, in a ring buffer of 128 minutes. Counts are never reduced, so they are an upper bound of an hour's outflow.
CREATE TABLE let_go_minute (
  slot smallint NOT NULL CHECK (slot BETWEEN 0 AND 127),
  coin text NOT NULL,
  minute bigint NOT NULL CHECK (minute % 128 = slot),
  value_units numeric NOT NULL,
  units numeric NOT NULL,
  PRIMARY KEY (slot, coin)
) WITH (fillfactor = 50);

-- Public key: Ed25519, base64url.
CREATE TABLE approver (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  public_key text NOT NULL UNIQUE,
  added_at timestamptz NOT NULL,
  removed_at timestamptz
);

CREATE TABLE withdrawal_approval (
  withdrawal_id bigint NOT NULL REFERENCES withdrawal (id),
  approver text NOT NULL REFERENCES approver (name),
  signature text NOT NULL,
  approved_at timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_id, approver)
);

-- Only the command line writes these tables.
REVOKE INSERT, UPDATE, DELETE ON approver, withdrawal_approval FROM glasshouse;
GRANT INSERT, UPDATE ON approver, withdrawal_approval TO glasshouse_operators;
