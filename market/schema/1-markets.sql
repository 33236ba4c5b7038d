-- Prices come from trades in our own market, so every trade is kept, in the order in which it happened.

CREATE TABLE market (
  -- Base coin first. The rows are those of 4-pairs.rules.sql.
  pair text PRIMARY KEY CHECK (pair ~ '^[A-Z0-9]+-[A-Z0-9]+$'),
  -- Its first seed; a market without one cannot be traded on.
  seeded_at timestamptz,
  -- Liquidity belongs to whoever put it in, by shares. The seed of the company holds shares too, so that the sum of all is known.
  house_shares bigint NOT NULL DEFAULT 0 CHECK (house_shares >= 0),
  -- Of all liquidity orders that run; each keeps its own number.
  order_shares bigint NOT NULL DEFAULT 0 CHECK (order_shares >= 0),
  -- The company takes its seed out of a market only 30 days after everybody could read that it will.
  notice_shares bigint CHECK (notice_shares > 0),
  notice_at timestamptz,
  CHECK ((notice_shares IS NULL) = (notice_at IS NULL))
);

CREATE TABLE market_trade (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pair text NOT NULL REFERENCES market,
  at timestamptz NOT NULL,
  -- What moved in the reserves, in units of 10⁻⁸: the fee is not in it.
  base_units bigint NOT NULL CHECK (base_units > 0),
  quote_units bigint NOT NULL CHECK (quote_units > 0),
  -- Base coins for one quoted coin, in 10⁻¹², rounded down.
  price bigint NOT NULL CHECK (price > 0),
  -- What the market asks for right after it: this stands until the next trade, and averages are made of it. Null: the same price. A large
  -- trade and its way back leave the market where it was, and would else leave a price behind that nobody can trade at.
  price_after bigint CHECK (price_after > 0)
);
CREATE INDEX market_trade_by_time ON market_trade (pair, at DESC, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_trade
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every change of a market's shares, beside the posting that moved its coins: whose they were at any cut can be told for ever.
CREATE TABLE market_share_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pair text NOT NULL REFERENCES market,
  -- A wallet, or 'house'.
  holder text NOT NULL,
  -- Below zero: they left.
  shares bigint NOT NULL CHECK (shares <> 0),
  -- The latest posting of the reserve when it changed; whoever changes it holds the market.
  posting bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_share_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
