-- Why: a price that one person can press for a day must not decide over the coins of others. A coin has a value for each purpose, and
-- the value at a day's cut is what the next day's may move a tenth away from.
ALTER TABLE settlement_price ADD COLUMN purpose text NOT NULL DEFAULT 'shown'
  CHECK (purpose IN ('handedOut', 'earns', 'limits', 'shown'));
ALTER TABLE settlement_price ALTER COLUMN purpose DROP DEFAULT;
ALTER TABLE settlement_price DROP CONSTRAINT settlement_price_pkey;
ALTER TABLE settlement_price ADD PRIMARY KEY (day, coin, purpose);
INSERT INTO settlement_price (day, coin, numerator, denominator, purpose)
SELECT day, coin, numerator, denominator, other FROM settlement_price
CROSS JOIN unnest(ARRAY['handedOut', 'earns', 'limits']) AS other;
CREATE INDEX settlement_price_before ON settlement_price (coin, purpose, day DESC);

-- What agreed feeds outside said a coin costs in USDT, in 10⁻¹²: the last word of each hour, for the values of a moment that is past.
CREATE TABLE coin_reference (
  coin text NOT NULL,
  hour timestamptz NOT NULL,
  at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  PRIMARY KEY (coin, hour),
  CHECK (at >= hour AND at < hour + interval '1 hour')
);
