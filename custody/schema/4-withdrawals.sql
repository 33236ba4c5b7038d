-- What was asked to be paid out, and who approved it.

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Unique to this withdrawal in every database there ever was: the signer knows it by this.
  key text NOT NULL UNIQUE,
  -- Whose it is; null where a payment goes back to where it came from.
  wallet_id text REFERENCES wallet (id),
  chain text NOT NULL,
  coin text NOT NULL,
  -- Taken from the balance, and the part of it that is our fee, in 10⁻⁸.
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  -- What arrives. It is computed here and nowhere else.
  received_units bigint GENERATED ALWAYS AS (units - fee_units) VIRTUAL,
  -- USDT value when it was asked for, in 10⁻⁸; null if there never was a price.
  value_units bigint,
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'reviewing', 'sending', 'confirming', 'done', 'cancelled', 'failed')),
  -- Whether the operator looks first, and what came of it.
  needs_review boolean NOT NULL,
  review_until timestamptz,
  approved_at timestamptz,
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why it failed or was refused, for the operator's eyes.
  note text NOT NULL DEFAULT '',
  -- The payment that goes back.
  deposit_id bigint REFERENCES deposit (id),
  -- When it was last let go, and until when it waits at the latest because much was leaving.
  let_go_at timestamptz,
  rush_until timestamptz,
  -- When a withdrawal was given its transaction, from when on it counts as paid; and whether out of the half of the cap that goes out in small parts.
  taken_at timestamptz,
  taken_small boolean NOT NULL DEFAULT false,
  CHECK (fee_units >= 0 AND units > fee_units),
  CHECK ((state IN ('done', 'cancelled', 'failed')) = (ended_at IS NOT NULL)),
  FOREIGN KEY (wallet_id, chain) REFERENCES bound_address (wallet_id, chain),
  CONSTRAINT withdrawal_whose_check CHECK ((wallet_id IS NULL) = (deposit_id IS NOT NULL)),
  -- All of it, and nobody but approvers lets it go: no time does.
  CONSTRAINT withdrawal_return_check CHECK (deposit_id IS NULL OR (fee_units = 0 AND needs_review AND review_until IS NULL)),
  -- What is sent back to where it came from waits for nobody's rush.
  CONSTRAINT withdrawal_rush_check CHECK (deposit_id IS NULL OR rush_until IS NULL)
);
CREATE INDEX withdrawal_wallet ON withdrawal (wallet_id, id);
CREATE INDEX withdrawal_open ON withdrawal (state, id) WHERE state IN ('held', 'reviewing', 'sending', 'confirming');
CREATE INDEX withdrawal_asked ON withdrawal (requested_at) INCLUDE (coin, units, value_units, state);
CREATE UNIQUE INDEX withdrawal_return ON withdrawal (deposit_id) WHERE state NOT IN ('cancelled', 'failed');
CREATE INDEX withdrawal_let_go ON withdrawal (let_go_at) INCLUDE (wallet_id, coin, units, value_units, state);
CREATE INDEX withdrawal_taken_by ON withdrawal (wallet_id, coin, taken_at) INCLUDE (units, fee_units, state) WHERE taken_at IS NOT NULL;
CREATE INDEX withdrawal_taken ON withdrawal (coin, taken_at) INCLUDE (chain, units, fee_units, taken_small, state) WHERE taken_at IS NOT NULL;
CREATE TRIGGER withdrawal_stays BEFORE DELETE OR TRUNCATE ON withdrawal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who may approve, by the public half of a key that only they hold: Ed25519, base64url.
CREATE TABLE approver (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  public_key text NOT NULL UNIQUE,
  added_at timestamptz NOT NULL,
  -- Their word counts no more from here on.
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
