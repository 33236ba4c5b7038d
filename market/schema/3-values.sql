-- What a coin is worth: what feeds said, and what was kept at the end of each day.

-- What agreed feeds outside said a coin costs in USDT, in 10⁻¹²: the last word of each hour, for the values of a moment that is past.
CREATE TABLE coin_reference (
  coin text NOT NULL,
  hour timestamptz NOT NULL,
  at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  PRIMARY KEY (coin, hour),
  CHECK (at >= hour AND at < hour + interval '1 hour')
);

-- Units of USDT for one unit of a coin at the cut; no row where nobody traded for 7 days.
CREATE TABLE settlement_price (
  day date NOT NULL,
  coin text NOT NULL,
  numerator numeric NOT NULL CHECK (numerator >= 0),
  denominator numeric NOT NULL CHECK (denominator > 0),
  -- A price that one person can press for a day must not decide over the coins of others: a coin has a value for each purpose, and
  -- the value at a day's cut is what the next day's may move a tenth away from. unbounded: what is handed out would cost without that
  -- tenth.
  purpose text NOT NULL CHECK (purpose IN ('handedOut', 'unbounded', 'earns', 'limits', 'shown')),
  PRIMARY KEY (day, coin, purpose)
);
CREATE INDEX settlement_price_before ON settlement_price (coin, purpose, day DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
