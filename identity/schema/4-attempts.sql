-- Password and code attempts, second factors, and call counts.

-- Consecutive failures, also for unknown wallets, so answers do not reveal which exist.
CREATE TABLE secret_attempts (
  wallet_id text NOT NULL,
  scope text NOT NULL,
  attempts integer NOT NULL,
  locks integer NOT NULL,
  locked_until timestamptz,
  at timestamptz NOT NULL,
  -- Attempts not yet judged, and the day's failures, which success does not reset.
  pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  day text NOT NULL DEFAULT '',
  day_wrong integer NOT NULL DEFAULT 0 CHECK (day_wrong >= 0),
  PRIMARY KEY (wallet_id, scope)
);
CREATE INDEX secret_attempts_at ON secret_attempts (at);

CREATE TABLE authenticator (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  -- Null until a code of the pending secret is confirmed.
  sealed_secret bytea,
  bound_at timestamptz,
  -- Last accepted 30-second step, so no code is valid twice.
  last_step bigint NOT NULL DEFAULT 0,
  sealed_pending bytea,
  CHECK ((sealed_secret IS NULL) = (bound_at IS NULL))
);

CREATE TABLE moved_without_code (
  key text PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- USDT value in 10⁻⁸.
  value_units bigint NOT NULL CHECK (value_units >= 0),
  -- Business clock.
  at timestamptz NOT NULL
);
CREATE INDEX moved_without_code_wallet ON moved_without_code (wallet_id, at);

CREATE TABLE call_count (
  part smallint NOT NULL,
  name text NOT NULL,
  -- An IPv4 address, an IPv6 /64, or a wallet.
  caller text NOT NULL,
  span integer NOT NULL,
  since timestamptz NOT NULL,
  times integer NOT NULL,
  PRIMARY KEY (part, name, caller, span, since)
) PARTITION BY LIST (part);
CREATE TABLE call_count_0 PARTITION OF call_count FOR VALUES IN (0);
CREATE TABLE call_count_1 PARTITION OF call_count FOR VALUES IN (1);
CREATE TABLE call_count_2 PARTITION OF call_count FOR VALUES IN (2);
CREATE TABLE call_count_3 PARTITION OF call_count FOR VALUES IN (3);
GRANT TRUNCATE ON call_count_0, call_count_1, call_count_2, call_count_3 TO glasshouse;
