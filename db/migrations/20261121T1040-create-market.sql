-- Why: prices come from trades in the own market, so every trade is kept, in the order it happened.
CREATE TABLE market (
  pair text PRIMARY KEY CHECK (pair IN ('USDT-WLD', 'USDT-ATMC', 'WLD-ATMX', 'USDT-ATMX')),
  -- Its first seed; a market without one cannot be traded on.
  seeded_at timestamptz
);
INSERT INTO market (pair) VALUES ('USDT-WLD'), ('USDT-ATMC'), ('WLD-ATMX'), ('USDT-ATMX');

CREATE TABLE market_trade (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pair text NOT NULL REFERENCES market,
  at timestamptz NOT NULL,
  -- What moved in the reserves, in units of 10⁻⁸: the fee is not in it.
  base_units bigint NOT NULL CHECK (base_units > 0),
  quote_units bigint NOT NULL CHECK (quote_units > 0),
  -- Base coins for one quoted coin, in 10⁻¹², rounded down.
  price bigint NOT NULL CHECK (price > 0)
);
CREATE INDEX market_trade_by_time ON market_trade (pair, at DESC, id DESC);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_trade
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
