-- Running sums over trades, so that charts and averages read few rows.

CREATE TABLE market_candle (
  pair text NOT NULL REFERENCES market,
  -- Longer periods are aggregated from these.
  period text NOT NULL CHECK (period IN ('minute', 'hour', 'day')),
  opened_at timestamptz NOT NULL,
  -- Base coins for one quoted coin, in 10⁻¹².
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  -- In 10⁻⁸; numeric because the sum may exceed bigint.
  base_units numeric NOT NULL,
  quote_units numeric NOT NULL,
  trades bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (pair, period, opened_at),
  CHECK (low <= least(open, close) AND high >= greatest(open, close))
);

-- The difference of two rows gives an average.
CREATE TABLE market_standing (
  trade_id bigint PRIMARY KEY REFERENCES market_trade,
  pair text NOT NULL REFERENCES market,
  at timestamptz NOT NULL,
  price bigint NOT NULL,
  -- Sum of each earlier price × the milliseconds it was valid.
  weighed numeric NOT NULL
);
CREATE INDEX market_standing_by_time ON market_standing (pair, at DESC, trade_id DESC);
