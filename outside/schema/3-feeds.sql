-- Price feeds for coins and display currencies, and when they are not trusted.

CREATE TABLE feed_price (
  -- A coin (USDT), or a currency (EUR).
  coin text PRIMARY KEY,
  -- 10⁻¹² USDT per unit (USDT itself in US dollars). Null until enough feeds have agreed once.
  price bigint CHECK (price > 0),
  at timestamptz,
  feeds text[] NOT NULL,
  -- Rejected answers of the last round, with reasons.
  dropped jsonb NOT NULL,
  -- True for demo feeds.
  demo boolean NOT NULL,
  -- Price after a jump, and its consecutive rounds.
  jump_price bigint,
  jump_rounds int NOT NULL DEFAULT 0,
  -- True until an operator releases the feed.
  halted boolean NOT NULL DEFAULT false,
  checked_at timestamptz NOT NULL,
  CHECK ((price IS NULL) = (at IS NULL)),
  CHECK ((jump_price IS NULL) = (jump_rounds = 0))
);

CREATE TABLE feed_alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  coin text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('deviation', 'silent', 'halted', 'reference')),
  detail jsonb NOT NULL,
  at timestamptz NOT NULL,
  ended_at timestamptz
);
-- Operators are notified once per open alarm.
CREATE UNIQUE INDEX feed_alarm_open ON feed_alarm (coin, kind) WHERE ended_at IS NULL;
