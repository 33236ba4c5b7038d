-- Re-encoded pictures. Nothing of the original files is kept.

CREATE TABLE picture (
  -- SHA-256 of wallet, category and bytes, in hex, so IDs cannot be guessed.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
  wallet_id text NOT NULL REFERENCES wallet (id),
  category text NOT NULL CHECK (category IN ('avatar', 'chat', 'evidence')),
  -- WebP data; empty after its retention (messages still refer to the row).
  bytes bytea NOT NULL,
  at timestamptz NOT NULL,
  -- The current avatar or a sent picture; never evicted.
  chosen boolean NOT NULL DEFAULT false,
  quota text NOT NULL CHECK (quota IN ('picture', 'evidence')),
  CHECK (quota = 'picture' OR category = 'evidence')
);
CREATE INDEX picture_of_wallet ON picture (wallet_id, category, at DESC);
CREATE UNIQUE INDEX picture_chosen ON picture (wallet_id, category) WHERE chosen AND category = 'avatar';
CREATE INDEX picture_old ON picture (at) WHERE category <> 'avatar' AND bytes <> '';
