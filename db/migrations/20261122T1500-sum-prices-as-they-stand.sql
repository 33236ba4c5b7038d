-- Why: an average over a day or a week is read for every page and every purchase. With the sum of all prices so far, each weighed by
-- how long it stood, beside each trade, it is the difference of two rows, however much was traded.
CREATE TABLE market_standing (
  trade_id bigint PRIMARY KEY REFERENCES market_trade,
  pair text NOT NULL REFERENCES market,
  at timestamptz NOT NULL,
  price bigint NOT NULL,
  -- Every price before this trade × the milliseconds it stood.
  weighed numeric NOT NULL
);
CREATE INDEX market_standing_by_time ON market_standing (pair, at DESC, trade_id DESC);

-- Trades made before there were sums.
INSERT INTO market_standing (trade_id, pair, at, price, weighed)
SELECT id, pair, at, price, sum(before) OVER (PARTITION BY pair ORDER BY at, id)
FROM (
  SELECT id, pair, at, price,
    coalesce(lag(price::numeric) OVER own * (extract(epoch FROM at - lag(at) OVER own) * 1000)::bigint, 0) AS before
  FROM market_trade WINDOW own AS (PARTITION BY pair ORDER BY at, id)
) AS steps;

-- The one who trades holds the market, so that trades of a pair come one after the other. One that is written a little late, for a
-- moment that others have passed, changes what the price before it counted for in their sums.
CREATE FUNCTION keep_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before market_standing;
  after timestamptz;
  change numeric;
BEGIN
  SELECT * INTO before FROM market_standing WHERE pair = NEW.pair AND at <= NEW.at ORDER BY at DESC, trade_id DESC LIMIT 1;
  INSERT INTO market_standing VALUES (NEW.id, NEW.pair, NEW.at, NEW.price,
    coalesce(before.weighed + before.price::numeric * (extract(epoch FROM NEW.at - before.at) * 1000)::bigint, 0));
  SELECT min(at) INTO after FROM market_standing WHERE pair = NEW.pair AND at > NEW.at;
  IF after IS NOT NULL THEN
    change := (NEW.price - coalesce(before.price, 0))::numeric * (extract(epoch FROM after - NEW.at) * 1000)::bigint;
    UPDATE market_standing SET weighed = weighed + change WHERE pair = NEW.pair AND at > NEW.at;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_standing AFTER INSERT ON market_trade FOR EACH ROW EXECUTE FUNCTION keep_standing();
