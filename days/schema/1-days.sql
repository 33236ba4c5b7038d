-- The settlement of a business day. One that is interrupted goes on where it stopped, and one that runs twice pays once.

CREATE TABLE settlement_day (
  day date PRIMARY KEY,
  -- The last posting that happened before the day ended: balances "at the cut" are those after it.
  cut_posting bigint,
  finished_at timestamptz
);

-- How far each step has come in each part: written in the same transaction as the chunk it speaks of.
CREATE TABLE settlement_step (
  day date NOT NULL,
  part text NOT NULL,
  step text NOT NULL,
  -- The last thing done, in the order of the step itself: '' before the first.
  last text NOT NULL DEFAULT '',
  done bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, part, step)
);

-- Units of USDT for one unit of a coin at the cut; no row where nobody traded for 7 days.
CREATE TABLE settlement_price (
  day date NOT NULL,
  coin text NOT NULL,
  numerator numeric NOT NULL CHECK (numerator >= 0),
  denominator numeric NOT NULL CHECK (denominator > 0),
  -- A price that one person can press for a day must not decide over the coins of others: a coin has a value for each purpose, and
  -- the value at a day's cut is what the next day's may move a tenth away from. unbounded: what is handed out would cost without that tenth.
  purpose text NOT NULL CHECK (purpose IN ('handedOut', 'unbounded', 'earns', 'limits', 'shown')),
  PRIMARY KEY (day, coin, purpose)
);
CREATE INDEX settlement_price_before ON settlement_price (coin, purpose, day DESC);
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
