-- Requested withdrawals, and their approvals.

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No other withdrawal has this key, in any database there ever was. The signer knows the withdrawal by it.
  key text NOT NULL UNIQUE,
  -- The owner. null: a payment goes back to its sender.
  wallet_id text REFERENCES wallet (id),
  chain text NOT NULL,
  coin text NOT NULL,
  -- The amount taken from the balance, and the part of it that is our fee, in 10⁻⁸.
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  -- The amount that arrives. It is computed only here.
  received_units bigint GENERATED ALWAYS AS (units - fee_units) VIRTUAL,
  -- USDT value at the moment of the request, in 10⁻⁸. null: there never was a price.
  value_units bigint,
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'reviewing', 'sending', 'confirming', 'done', 'cancelled', 'failed')),
  -- Whether the operator looks first, and the result.
  needs_review boolean NOT NULL,
  review_until timestamptz,
  approved_at timestamptz,
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why it failed or was refused, for the operator's eyes.
  note text NOT NULL DEFAULT '',
  -- The payment that goes back.
  deposit_id bigint REFERENCES deposit (id),
  -- let_go_at: when it was last let go. rush_until: because much was leaving, it waits until then at the latest.
  let_go_at timestamptz,
  rush_until timestamptz,
  -- When it got its transaction: from then on it counts as paid. And whether it was paid out of the half of the cap for small parts.
  taken_at timestamptz,
  taken_small boolean NOT NULL DEFAULT false,
  CHECK (fee_units >= 0 AND units > fee_units),
  CHECK ((state IN ('done', 'cancelled', 'failed')) = (ended_at IS NOT NULL)),
  FOREIGN KEY (wallet_id, chain) REFERENCES bound_address (wallet_id, chain),
  CONSTRAINT withdrawal_whose_check CHECK ((wallet_id IS NULL) = (deposit_id IS NOT NULL)),
  -- A return has no fee. Only approvers let it go; it never goes by itself after some time.
  CONSTRAINT withdrawal_return_check CHECK (deposit_id IS NULL OR (fee_units = 0 AND needs_review AND review_until IS NULL)),
  -- A return waits for no rush.
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
-- How long the last of a chain waited.
CREATE INDEX withdrawal_taken_on ON withdrawal (chain, taken_at) INCLUDE (let_go_at, deposit_id) WHERE taken_at IS NOT NULL;
CREATE TRIGGER withdrawal_stays BEFORE DELETE OR TRUNCATE ON withdrawal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was let go in each minute of the business clock, by coin: at least what counts of it within an hour (velocity.store.ts), in a few
-- rows. Nothing is ever taken off. A round of 128 minutes; minutes are counted since 1970.
CREATE TABLE let_go_minute (
  slot smallint NOT NULL CHECK (slot BETWEEN 0 AND 127),
  coin text NOT NULL,
  minute bigint NOT NULL CHECK (minute % 128 = slot),
  value_units numeric NOT NULL,
  units numeric NOT NULL,
  PRIMARY KEY (slot, coin)
) WITH (fillfactor = 50);

-- People who may approve. Each is known by the public half of a key that only they hold: Ed25519, base64url.
CREATE TABLE approver (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  public_key text NOT NULL UNIQUE,
  added_at timestamptz NOT NULL,
  -- From this moment their word does not count.
  removed_at timestamptz
);

-- Nobody approves twice.
CREATE TABLE withdrawal_approval (
  withdrawal_id bigint NOT NULL REFERENCES withdrawal (id),
  approver text NOT NULL REFERENCES approver (name),
  signature text NOT NULL,
  approved_at timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_id, approver)
);

-- The product reads who approves and what they signed; only the command line writes it.
REVOKE INSERT, UPDATE, DELETE ON approver, withdrawal_approval FROM glasshouse;
GRANT INSERT, UPDATE ON approver, withdrawal_approval TO glasshouse_operators;
