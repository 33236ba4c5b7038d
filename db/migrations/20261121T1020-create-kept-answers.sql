-- Why: a repeated request answers what it answered before, so that a lost answer never moves money twice.

CREATE TABLE kept_answer (
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- The caller's Idempotency-Key, or path and signature where it sent none.
  key text NOT NULL,
  -- SHA-256 of path and parameters: the same key with others is a conflict.
  fingerprint text NOT NULL,
  -- Null only while the request that claimed the key is under way.
  data jsonb,
  at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, key)
);
CREATE INDEX kept_answer_at ON kept_answer (at);
