-- The hash of a day's seed is published the day before, so no one can influence the draw.

CREATE TABLE draw_day (
  day date PRIMARY KEY,
  -- Secret until the day ends.
  seed text NOT NULL CHECK (seed ~ '^[0-9a-f]{64}$'),
  seed_hash text NOT NULL CHECK (seed_hash = encode(sha256(decode(seed, 'hex')), 'hex')),
  made_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE draw (
  wallet_id text NOT NULL REFERENCES wallet (id),
  day date NOT NULL REFERENCES draw_day,
  at timestamptz NOT NULL,
  seed text NOT NULL CHECK (seed ~ '^[0-9a-f]{64}$'),
  holder_seed text NOT NULL CHECK (holder_seed <> '' AND length(holder_seed) <= 64),
  roll integer NOT NULL CHECK (roll BETWEEN 0 AND 999),
  share text NOT NULL CHECK (share IN ('0.001', '0.005', '0.01', '0.025', '0.05')),
  -- [{ "orderId", "coin", "amount" }], with decimal strings.
  unlocked jsonb NOT NULL,
  PRIMARY KEY (wallet_id, day)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
