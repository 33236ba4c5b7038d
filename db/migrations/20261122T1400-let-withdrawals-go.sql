-- Why: what leaves is counted from the moment it was let go, and what leaves in a rush waits for an hour at most instead of halting everybody.

-- When it was last let go, and until when it waits at the latest because much was leaving.
ALTER TABLE withdrawal ADD COLUMN let_go_at timestamptz, ADD COLUMN rush_until timestamptz;
-- What is sent back to where it came from waits for nobody's rush.
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_rush_check CHECK (deposit_id IS NULL OR rush_until IS NULL);
UPDATE withdrawal SET let_go_at = requested_at WHERE state IN ('sending', 'confirming') AND deposit_id IS NULL;
CREATE INDEX withdrawal_let_go ON withdrawal (let_go_at) INCLUDE (wallet_id, coin, units, value_units, state);

-- Nothing halts for a rush any more: what was halted for one goes on.
UPDATE chain_incident SET resolved_at = greatest(now(), at), resolution = 'a rush halts nothing any more'
  WHERE kind = 'velocity' AND resolved_at IS NULL;
