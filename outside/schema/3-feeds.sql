-- What price feeds outside say of coins and of the currencies amounts may be shown in, and when they cannot be trusted.

CREATE TABLE feed_price (
  -- A coin (USDT), or a currency (EUR).
  coin text PRIMARY KEY,
  -- 10⁻¹² USDT for one of it (of USDT itself: US dollars); null until enough feeds first agreed.
  price bigint CHECK (price > 0),
  -- When they last did.
  at timestamptz,
  -- Whose answers made it.
  feeds text[] NOT NULL,
  -- Whose answers did not count in the last round, and why.
  dropped jsonb NOT NULL,
  -- True where the feeds exist only in the demo.
  demo boolean NOT NULL,
  -- A jump that has been said in so many rounds on end.
  jump_price bigint,
  jump_rounds int NOT NULL DEFAULT 0,
  -- A jump so large that it waits for an operator.
  halted boolean NOT NULL DEFAULT false,
  looked_at timestamptz NOT NULL,
  CHECK ((price IS NULL) = (at IS NULL)),
  CHECK ((jump_price IS NULL) = (jump_rounds = 0))
);

-- What a person has to look at: our market and the feeds have parted, the feeds are silent, jumped, or USDT left its worth.
CREATE TABLE feed_alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  coin text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('deviation', 'silent', 'halted', 'reference')),
  detail jsonb NOT NULL,
  at timestamptz NOT NULL,
  ended_at timestamptz
);
-- It is said once, when it begins.
CREATE UNIQUE INDEX feed_alarm_open ON feed_alarm (coin, kind) WHERE ended_at IS NULL;
