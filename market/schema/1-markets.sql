-- Markets and every trade, in order. Prices come from these trades.

CREATE TABLE market (
  -- Base coin first.
  pair text PRIMARY KEY CHECK (pair ~ '^[A-Z0-9]+-[A-Z0-9]+$'),
  -- First seed; null means no trading.
  seeded_at timestamptz,
  company_shares bigint NOT NULL DEFAULT 0 CHECK (company_shares >= 0),
  -- Total of running liquidity orders.
  order_shares bigint NOT NULL DEFAULT 0 CHECK (order_shares >= 0),
  -- The company withdraws its seed only after 30 days of public notice.
  notice_shares bigint CHECK (notice_shares > 0),
  notice_at timestamptz,
  CHECK ((notice_shares IS NULL) = (notice_at IS NULL))
);

CREATE TABLE market_trade (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pair text NOT NULL REFERENCES market,
  at timestamptz NOT NULL,
  -- Change of the reserves in 10⁻⁸, without the fee.
  base_units bigint NOT NULL CHECK (base_units > 0),
  quote_units bigint NOT NULL CHECK (quote_units > 0),
  -- Base coins for one quoted coin, in 10⁻¹², rounded down.
  price bigint NOT NULL CHECK (price > 0),
  -- The market's price after the trade, used for averages; null if unchanged. A large trade and its reversal must not leave a price at
  -- which no one can trade.
  price_after bigint CHECK (price_after > 0)
);
CREATE INDEX market_trade_by_time ON market_trade (pair, at DESC, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_trade
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every share change, so that ownership at any snapshot is reproducible.
CREATE TABLE market_share_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pair text NOT NULL REFERENCES market,
  holder text NOT NULL,
  shares bigint NOT NULL CHECK (shares <> 0),
  -- The reserve's latest posting; the writer holds the market lock.
  posting bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_share_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
