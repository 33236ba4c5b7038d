-- Why: settlement of a million orders is sums in the database; what an order brings a day and weighs in a share are columns for it.
-- POWER of a day, and the weight its terms name in 10⁻⁸: the same sums the lines do (a test holds them equal).
ALTER TABLE investment_order ADD COLUMN power_units bigint
  GENERATED ALWAYS AS (floor(value_units * (terms ->> 'powerPerDay')::numeric)::bigint) STORED;
ALTER TABLE investment_order ADD COLUMN weight_units numeric
  GENERATED ALWAYS AS (floor((terms ->> 'weight')::numeric * 100000000)) STORED;
-- When its holder took note that it has exited.
ALTER TABLE investment_order ADD COLUMN acknowledged_at timestamptz;

-- A paused order goes on being looked at every day.
DROP INDEX investment_order_running;
DROP INDEX investment_order_accruing;
CREATE INDEX investment_order_running ON investment_order (line, round_ends, id) WHERE state IN ('earning', 'paused');
CREATE INDEX investment_order_accruing ON investment_order (line, id) WHERE state IN ('earning', 'paused');
