-- Why: what a wallet has been paid of a coin decides its place in the line, and what the signer and the payout contracts allow is told before anybody asks.

-- When a withdrawal was given its transaction, from when on it counts as paid; and whether out of the half of the cap that goes out in small parts.
ALTER TABLE withdrawal ADD COLUMN taken_at timestamptz, ADD COLUMN taken_small boolean NOT NULL DEFAULT false;
UPDATE withdrawal w SET taken_at = w.requested_at FROM payment p WHERE p.withdrawal_id = w.id AND w.ended_at IS NULL;
CREATE INDEX withdrawal_taken_by ON withdrawal (wallet_id, coin, taken_at) INCLUDE (units, fee_units, state) WHERE taken_at IS NOT NULL;
CREATE INDEX withdrawal_taken ON withdrawal (coin, taken_at) INCLUDE (chain, units, fee_units, taken_small, state) WHERE taken_at IS NOT NULL;

-- What the signer and, where there is one, the payout contract allow of a coin on a chain, the smaller of both, in 10⁻⁸.
CREATE TABLE payout_cap (
  chain text NOT NULL,
  coin text NOT NULL,
  at_once bigint NOT NULL CHECK (at_once >= 0),
  in_day bigint NOT NULL CHECK (in_day >= 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin)
);
