-- Functions, triggers and views for 1-markets.sql.

-- A trade locks its market, so trades arrive in id order. Each statement updates a candle once.
CREATE OR REPLACE FUNCTION keep_candle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO market_candle AS kept
  SELECT pair, period, date_trunc(period, at, 'UTC'), (array_agg(price ORDER BY at, id))[1], max(price), min(price),
    (array_agg(price ORDER BY at DESC, id DESC))[1], sum(base_units), sum(quote_units), count(*), min(at), max(at)
  FROM made CROSS JOIN unnest(ARRAY['minute', 'hour', 'day']) AS period
  GROUP BY pair, period, date_trunc(period, at, 'UTC')
  ON CONFLICT (pair, period, opened_at) DO UPDATE SET
    open = CASE WHEN EXCLUDED.first_at < kept.first_at THEN EXCLUDED.open ELSE kept.open END,
    close = CASE WHEN EXCLUDED.last_at >= kept.last_at THEN EXCLUDED.close ELSE kept.close END,
    high = greatest(kept.high, EXCLUDED.high),
    low = least(kept.low, EXCLUDED.low),
    base_units = kept.base_units + EXCLUDED.base_units,
    quote_units = kept.quote_units + EXCLUDED.quote_units,
    trades = kept.trades + EXCLUDED.trades,
    first_at = least(kept.first_at, EXCLUDED.first_at),
    last_at = greatest(kept.last_at, EXCLUDED.last_at);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER keep_candle AFTER INSERT ON market_trade REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION keep_candle();

CREATE OR REPLACE FUNCTION ms_between(earlier timestamptz, later timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN (extract(epoch FROM later - earlier) * 1000)::bigint;

-- A late trade changes how long the previous price counted in later sums.
CREATE OR REPLACE FUNCTION keep_late_standing(late market_trade) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before market_standing;
  after timestamptz;
  standing bigint := coalesce(late.price_after, late.price);
BEGIN
  SELECT * INTO before FROM market_standing WHERE pair = late.pair AND at <= late.at ORDER BY at DESC, trade_id DESC LIMIT 1;
  INSERT INTO market_standing VALUES (late.id, late.pair, late.at, standing,
    coalesce(before.weighed + before.price::numeric * ms_between(before.at, late.at), 0));
  SELECT min(at) INTO after FROM market_standing WHERE pair = late.pair AND at > late.at;
  IF after IS NOT NULL THEN
    UPDATE market_standing SET weighed = weighed + (standing - coalesce(before.price, 0))::numeric * ms_between(late.at, after)
      WHERE pair = late.pair AND at > late.at;
  END IF;
END $$;

-- A trade locks its market, so the sums continue from the last one.
CREATE OR REPLACE FUNCTION keep_standing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
  last market_standing;
BEGIN
  FOR wanted IN SELECT pair, min(at) AS first FROM made GROUP BY pair LOOP
    SELECT * INTO last FROM market_standing WHERE pair = wanted.pair ORDER BY at DESC, trade_id DESC LIMIT 1;
    IF last.at > wanted.first THEN
      PERFORM keep_late_standing(m) FROM (SELECT made::market_trade AS m FROM made WHERE pair = wanted.pair ORDER BY id) late;
    ELSE
      INSERT INTO market_standing
      SELECT id, pair, at, standing, coalesce(last.weighed, 0) + sum(coalesce(before * ms_between(before_at, at), 0)) OVER (ORDER BY at, id)
      FROM (
        SELECT id, pair, at, coalesce(price_after, price) AS standing,
          (lag(coalesce(price_after, price), 1, last.price) OVER by_time)::numeric AS before, lag(at, 1, last.at) OVER by_time AS before_at
        FROM made WHERE pair = wanted.pair WINDOW by_time AS (ORDER BY at, id)
      ) step;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER keep_standing AFTER INSERT ON market_trade REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION keep_standing();

CREATE OR REPLACE VIEW trade_pair AS SELECT id, pair FROM market_trade;

CREATE OR REPLACE VIEW market_shares AS SELECT pair, company_shares, order_shares FROM market;
