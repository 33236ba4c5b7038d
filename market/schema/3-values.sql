-- Coin values: feed prices and end-of-day snapshots.

-- From external feeds, in 10⁻¹², the last of each hour.
CREATE TABLE coin_reference (
  coin text NOT NULL,
  hour timestamptz NOT NULL,
  at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  PRIMARY KEY (coin, hour),
  CHECK (at >= hour AND at < hour + interval '1 hour')
);

-- No row for a coin without a trade in 7 days.
CREATE TABLE settlement_price (
  day date NOT NULL,
  coin text NOT NULL,
  numerator numeric NOT NULL CHECK (numerator >= 0),
  denominator numeric NOT NULL CHECK (denominator > 0),
  -- Values move at most a tenth per day, so that one person who manipulates a price for a day does not decide over others' coins.
  -- `unbounded` is `handedOut` without that limit.
  purpose text NOT NULL CHECK (purpose IN ('handedOut', 'unbounded', 'earns', 'limits', 'shown')),
  PRIMARY KEY (day, coin, purpose)
);
CREATE INDEX settlement_price_before ON settlement_price (coin, purpose, day DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
