-- Daily POWER sums without wallets or orders, so a page can sum all days without reading the ledger. Each day's row contains the previous
-- hash, and statements name the last hash (docs/proof-format.md, POWER1).

-- Same list in products/power/power-codes.ts; a test compares them.
CREATE TABLE power_code (
  line text NOT NULL,
  code int2 NOT NULL,
  is_back boolean NOT NULL,
  PRIMARY KEY (line, code)
);
INSERT INTO power_code (line, code, is_back) VALUES
  ('dual', 2, false), ('dual', 13, false), ('dual2', 20, false), ('dual2', 15, true),
  ('compound', 9, false), ('compound', 8, false), ('compound', 10, true), ('liquidity', 5, false), ('liquidity', 15, true),
  ('acceleration', 14, false), ('lockup', 24, false), ('lockup', 15, true);

-- A log row closes a day. The day's sums are written before it.
CREATE TABLE power_day (
  day date PRIMARY KEY,
  place int4 NOT NULL UNIQUE CHECK (place > 0),
  -- The last counted posting's ID.
  cut int8 NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON power_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE power_paid (
  day date NOT NULL REFERENCES power_day DEFERRABLE INITIALLY DEFERRED,
  line text NOT NULL,
  code int2 NOT NULL,
  units numeric NOT NULL CHECK (units > 0),
  postings int8 NOT NULL CHECK (postings > 0),
  PRIMARY KEY (day, line, code),
  FOREIGN KEY (line, code) REFERENCES power_code
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON power_paid
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Orders that ran the whole previous day.
CREATE TABLE power_held (
  day date NOT NULL REFERENCES power_day DEFERRABLE INITIALLY DEFERRED,
  line text NOT NULL,
  orders int8 NOT NULL CHECK (orders > 0),
  -- Invested value in 10⁻⁸ USDT, and its POWER per day under the terms.
  value_units numeric NOT NULL CHECK (value_units >= 0),
  named_units numeric NOT NULL CHECK (named_units >= 0),
  PRIMARY KEY (day, line)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON power_held
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE INDEX order_round_ended ON order_round USING brin (ended_at);
CREATE INDEX investment_order_left ON investment_order (over_at) WHERE state = 'cancelled' AND round > 0;
