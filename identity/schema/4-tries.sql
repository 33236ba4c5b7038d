-- Passwords and codes that were tried, second factors, and how often somebody called.

-- Tries in a row that were not right, kept for unknown wallets too, so that an answer does not tell which exist.
CREATE TABLE secret_tries (
  wallet_id text NOT NULL,
  scope text NOT NULL,
  tries integer NOT NULL,
  locks integer NOT NULL,
  locked_until timestamptz,
  at timestamptz NOT NULL,
  -- Tries that were taken and not yet found right or wrong, and the wrong ones of a day, which no right one takes off.
  pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  day text NOT NULL DEFAULT '',
  day_wrong integer NOT NULL DEFAULT 0 CHECK (day_wrong >= 0),
  PRIMARY KEY (wallet_id, scope)
);
CREATE INDEX secret_tries_at ON secret_tries (at);

CREATE TABLE authenticator (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  -- Null until a code of the pending secret is confirmed.
  sealed_secret bytea,
  bound_at timestamptz,
  -- The last 30-second step whose code was accepted: no code serves twice.
  last_step bigint NOT NULL DEFAULT 0,
  sealed_pending bytea,
  CHECK ((sealed_secret IS NULL) = (bound_at IS NULL))
);

-- What a wallet moved within 24 hours without a code of its authenticator.
CREATE TABLE moved_without_code (
  key text PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- USDT value in 10⁻⁸.
  value_units bigint NOT NULL CHECK (value_units >= 0),
  -- Business clock.
  at timestamptz NOT NULL
);
CREATE INDEX moved_without_code_wallet ON moved_without_code (wallet_id, at);

-- How often a caller called. A round of partitions.
CREATE TABLE call_count (
  part smallint NOT NULL,
  -- What is counted, e.g. creation.
  name text NOT NULL,
  -- An address (its /64 where it is IPv6) or a wallet.
  caller text NOT NULL,
  -- The length of the window in seconds, and when it began.
  span integer NOT NULL,
  since timestamptz NOT NULL,
  times integer NOT NULL,
  PRIMARY KEY (part, name, caller, span, since)
) PARTITION BY LIST (part);
-- How often a caller called. A round of partitions.
CREATE TABLE call_count_0 PARTITION OF call_count FOR VALUES IN (0);
-- How often a caller called. A round of partitions.
CREATE TABLE call_count_1 PARTITION OF call_count FOR VALUES IN (1);
-- How often a caller called. A round of partitions.
CREATE TABLE call_count_2 PARTITION OF call_count FOR VALUES IN (2);
-- How often a caller called. A round of partitions.
CREATE TABLE call_count_3 PARTITION OF call_count FOR VALUES IN (3);
-- A partition that has served is cleared whole.
GRANT TRUNCATE ON call_count_0, call_count_1, call_count_2, call_count_3 TO glasshouse;
