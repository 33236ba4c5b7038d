-- Why: a midnight reads a million orders by what their rows say, and never their terms one by one.
-- The packages that pay out, in order of their number.
CREATE INDEX investment_order_paying_out ON investment_order (line, id) WHERE state = 'to_be_released';
-- Of an order that holds shares of a market: which one, and how much its shares weigh. As pairOf and weightOf of its line say it.
ALTER TABLE investment_order ADD COLUMN pair text GENERATED ALWAYS AS ((terms ->> 'base') || '-' || (terms ->> 'side')) STORED;
ALTER TABLE investment_order ADD COLUMN shares_weight numeric
  GENERATED ALWAYS AS (floor(share_units * coalesce((terms ->> 'weight')::numeric, 1))) STORED;
