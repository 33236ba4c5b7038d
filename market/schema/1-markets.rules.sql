-- What the tables of 1-markets.sql hold themselves to.

-- The one who trades holds the market, so that trades of one moment arrive in the order of their numbers.
CREATE OR REPLACE FUNCTION keep_candle() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER keep_candle AFTER INSERT ON market_trade FOR EACH ROW EXECUTE FUNCTION keep_candle();

-- The one who trades holds the market, so that trades of a pair come one after the other. One that is written a little late, for a
-- moment that others have passed, changes what the price before it counted for in their sums.
CREATE OR REPLACE FUNCTION keep_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before market_standing;
  after timestamptz;
  change numeric;
  standing bigint := coalesce(NEW.price_after, NEW.price);
BEGIN
  SELECT * INTO before FROM market_standing WHERE pair = NEW.pair AND at <= NEW.at ORDER BY at DESC, trade_id DESC LIMIT 1;
  INSERT INTO market_standing VALUES (NEW.id, NEW.pair, NEW.at, standing,
    coalesce(before.weighed + before.price::numeric * (extract(epoch FROM NEW.at - before.at) * 1000)::bigint, 0));
  SELECT min(at) INTO after FROM market_standing WHERE pair = NEW.pair AND at > NEW.at;
  IF after IS NOT NULL THEN
    change := (standing - coalesce(before.price, 0))::numeric * (extract(epoch FROM after - NEW.at) * 1000)::bigint;
    UPDATE market_standing SET weighed = weighed + change WHERE pair = NEW.pair AND at > NEW.at;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER keep_standing AFTER INSERT ON market_trade FOR EACH ROW EXECUTE FUNCTION keep_standing();

-- On which market a trade was made.
CREATE OR REPLACE VIEW trade_pair AS SELECT id, pair FROM market_trade;

-- Shares of each market: the company's, and those of orders.
CREATE OR REPLACE VIEW market_shares AS SELECT pair, house_shares, order_shares FROM market;
