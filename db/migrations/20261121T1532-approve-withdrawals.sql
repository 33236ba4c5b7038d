-- Why: large withdrawals go when several people have signed for them, and sums of all of them over an hour and a week are asked for at every request.

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

CREATE INDEX withdrawal_asked ON withdrawal (requested_at) INCLUDE (coin, units, value_units, state);
CREATE INDEX deposit_inflow ON deposit (coin, credited_at) INCLUDE (units) WHERE state = 'credited' AND kind = 'wallet';
