-- What agreed feeds outside said a coin costs in USDT, in 10⁻¹²: the last word of each hour, for the values of a moment that is past.
CREATE TABLE coin_reference (
  coin text NOT NULL,
  hour timestamptz NOT NULL,
  at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  PRIMARY KEY (coin, hour),
  CHECK (at >= hour AND at < hour + interval '1 hour')
);
