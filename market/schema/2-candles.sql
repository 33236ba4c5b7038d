-- Sums over trades, kept beside each trade, so that a chart and an average read few rows however much was traded.

CREATE TABLE market_candle (
  pair text NOT NULL REFERENCES market,
  -- Longer periods are put together from these.
  period text NOT NULL CHECK (period IN ('minute', 'hour', 'day')),
  opened_at timestamptz NOT NULL,
  -- Base coins for one quoted coin, in 10⁻¹².
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  -- What moved in the reserves, in 10⁻⁸; a sum of many, so not bounded by one account.
  base_units numeric NOT NULL,
  quote_units numeric NOT NULL,
  trades bigint NOT NULL,
  -- The moments of the first and the last trade in it.
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (pair, period, opened_at),
  CHECK (low <= least(open, close) AND high >= greatest(open, close))
);

-- Beside each trade the sum of all prices before it and how long each stood: an average over any time is the difference of two rows.
CREATE TABLE market_standing (
  trade_id bigint PRIMARY KEY REFERENCES market_trade,
  pair text NOT NULL REFERENCES market,
  at timestamptz NOT NULL,
  price bigint NOT NULL,
  -- Every price before this trade × the milliseconds it stood.
  weighed numeric NOT NULL
);
CREATE INDEX market_standing_by_time ON market_standing (pair, at DESC, trade_id DESC);
