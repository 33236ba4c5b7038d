-- The POWER that lines paid, day by day: sums without a wallet or an order, so that a page counts back to the first day without reading the
-- books. Every line hangs on the one before, and statements name the last (docs/proof-format.md, POWER1).

-- Which record codes move POWER in the name of a line. products/power/power-codes.ts has the same list; a test holds both equal.
CREATE TABLE power_code (
  line text NOT NULL,
  code int2 NOT NULL,
  -- Back from the holder, and not to the holder.
  is_back boolean NOT NULL,
  PRIMARY KEY (line, code)
);
INSERT INTO power_code (line, code, is_back) VALUES
  ('dual', 2, false), ('dual', 13, false), ('dual2', 20, false), ('dual2', 15, true),
  ('compound', 9, false), ('compound', 8, false), ('compound', 10, true), ('liquidity', 5, false), ('liquidity', 15, true),
  ('acceleration', 14, false), ('lockup', 24, false), ('lockup', 15, true);

-- A day that is summed up, as a line of a log. Its sums are written before it, and it closes them.
CREATE TABLE power_day (
  day date PRIMARY KEY,
  place int4 NOT NULL UNIQUE CHECK (place > 0),
  -- The last posting that is counted.
  cut int8 NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON power_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- POWER that moved between the holders of orders of a line and the house, code by code.
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

-- The orders that the midnight at the beginning of the day paid, or should have paid: those that ran the whole day before.
CREATE TABLE power_held (
  day date NOT NULL REFERENCES power_day DEFERRABLE INITIALLY DEFERRED,
  line text NOT NULL,
  orders int8 NOT NULL CHECK (orders > 0),
  -- What was put in, in 10⁻⁸ USDT, at its value when it was; and the POWER of a day that the terms name for it.
  value_units numeric NOT NULL CHECK (value_units >= 0),
  named_units numeric NOT NULL CHECK (named_units >= 0),
  PRIMARY KEY (day, line)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON power_held
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which rounds ran on a day that is long past, and which orders were left since.
CREATE INDEX order_round_ended ON order_round USING brin (ended_at);
CREATE INDEX investment_order_left ON investment_order (over_at) WHERE state = 'cancelled' AND round > 0;
