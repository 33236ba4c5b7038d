-- Why: what a wallet with an authenticator moves without its code counts together for 24 hours, transfers and exchanges alike.
CREATE TABLE moved_without_code (
  key text PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- USDT value in 10⁻⁸.
  value_units bigint NOT NULL CHECK (value_units >= 0),
  -- Business clock.
  at timestamptz NOT NULL
);
CREATE INDEX moved_without_code_wallet ON moved_without_code (wallet_id, at);
