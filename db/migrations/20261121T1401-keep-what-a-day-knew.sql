-- Why: a day's settlement is a list of steps any feature may bring, and what they know of the day is kept: prices, pots, weights.
ALTER TABLE settlement_step RENAME COLUMN line TO part;
ALTER TABLE settlement_step RENAME COLUMN orders TO done;
ALTER TABLE settlement_step RENAME COLUMN last_order TO last;
ALTER TABLE settlement_step ALTER COLUMN last DROP DEFAULT;
-- The last thing done, in the step's own order: '' before the first.
ALTER TABLE settlement_step ALTER COLUMN last TYPE text USING CASE WHEN last = 0 THEN '' ELSE last::text END;
ALTER TABLE settlement_step ALTER COLUMN last SET DEFAULT '';

-- Units of USDT for one unit of a coin at the cut; no row where nobody traded for 7 days.
CREATE TABLE settlement_price (
  day date NOT NULL,
  coin text NOT NULL,
  numerator numeric NOT NULL CHECK (numerator >= 0),
  denominator numeric NOT NULL CHECK (denominator > 0),
  PRIMARY KEY (day, coin)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_price
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a day has to share out: one row for each coin of a pot.
CREATE TABLE settlement_pot (
  day date NOT NULL,
  pool text NOT NULL,
  -- Which pot of the pool: a pair, a coin, or the pool itself.
  pot text NOT NULL,
  asset int2 NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  -- All weights that share it, and what was paid of it.
  weight numeric NOT NULL DEFAULT 0 CHECK (weight >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND units),
  PRIMARY KEY (day, pool, pot, asset)
);

-- How much an order weighs in its pot on a day.
CREATE TABLE settlement_weight (
  day date NOT NULL,
  order_id bigint NOT NULL,
  pool text NOT NULL,
  pot text NOT NULL,
  weight numeric NOT NULL CHECK (weight > 0),
  PRIMARY KEY (day, order_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_weight
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Where the fees of a day went, coin by coin. What is not named stayed company income.
CREATE TABLE settlement_fee (
  day date NOT NULL,
  asset int2 NOT NULL,
  received bigint NOT NULL,
  liquidity bigint NOT NULL,
  compound bigint NOT NULL,
  node bigint NOT NULL,
  referral bigint NOT NULL,
  compute bigint NOT NULL,
  -- Of the compute pool's part in USDT: what still waits to buy ATMC after this day.
  waiting bigint NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  PRIMARY KEY (day, asset)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_fee
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
