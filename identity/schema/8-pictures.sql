-- Pictures wallets uploaded, as they were made anew here: nothing of the files they came in is kept.

CREATE TABLE picture (
  -- SHA-256 of the wallet, the category and the bytes, hex: who does not know it finds no picture.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{64}$'),
  wallet_id text NOT NULL REFERENCES wallet (id),
  category text NOT NULL CHECK (category IN ('avatar', 'chat', 'evidence')),
  -- A WebP; empty once its time is over (sent pictures keep their row, because a message names it).
  bytes bytea NOT NULL,
  -- When it was uploaded last.
  at timestamptz NOT NULL,
  -- In use: the avatar that is shown, or a picture that was sent. It never makes room for another.
  chosen boolean NOT NULL DEFAULT false,
  -- Which quota of the month it counted to when it was uploaded (kit/quotas.ts).
  quota text NOT NULL CHECK (quota IN ('picture', 'evidence')),
  CHECK (quota = 'picture' OR category = 'evidence')
);
CREATE INDEX picture_of_wallet ON picture (wallet_id, category, at DESC);
CREATE UNIQUE INDEX picture_chosen ON picture (wallet_id, category) WHERE chosen AND category = 'avatar';
-- What nobody sent is forgotten after a day, and what was sent after its time.
CREATE INDEX picture_old ON picture (at) WHERE category <> 'avatar' AND bytes <> '';
