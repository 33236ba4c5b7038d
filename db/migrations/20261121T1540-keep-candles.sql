-- Why: a chart of months is read in one step, whatever was traded: what every minute, hour and day of a market was is kept beside its trades.
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

-- The one who trades holds the market, so that trades of one moment arrive in the order of their numbers.
CREATE FUNCTION keep_candle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO market_candle AS kept
  SELECT NEW.pair, period, date_trunc(period, NEW.at, 'UTC'), NEW.price, NEW.price, NEW.price, NEW.price,
    NEW.base_units, NEW.quote_units, 1, NEW.at, NEW.at
  FROM unnest(ARRAY['minute', 'hour', 'day']) AS period
  ON CONFLICT (pair, period, opened_at) DO UPDATE SET
    open = CASE WHEN EXCLUDED.first_at < kept.first_at THEN EXCLUDED.open ELSE kept.open END,
    close = CASE WHEN EXCLUDED.last_at >= kept.last_at THEN EXCLUDED.close ELSE kept.close END,
    high = greatest(kept.high, EXCLUDED.high),
    low = least(kept.low, EXCLUDED.low),
    base_units = kept.base_units + EXCLUDED.base_units,
    quote_units = kept.quote_units + EXCLUDED.quote_units,
    trades = kept.trades + 1,
    first_at = least(kept.first_at, EXCLUDED.first_at),
    last_at = greatest(kept.last_at, EXCLUDED.last_at);
  RETURN NULL;
END $$;

-- Trades made before there were candles.
INSERT INTO market_candle
SELECT pair, period, date_trunc(period, at, 'UTC'), (array_agg(price ORDER BY at, id))[1], max(price), min(price),
  (array_agg(price ORDER BY at DESC, id DESC))[1], sum(base_units), sum(quote_units), count(*), min(at), max(at)
FROM market_trade CROSS JOIN unnest(ARRAY['minute', 'hour', 'day']) AS period
GROUP BY 1, 2, 3;

CREATE TRIGGER keep_candle AFTER INSERT ON market_trade FOR EACH ROW EXECUTE FUNCTION keep_candle();
