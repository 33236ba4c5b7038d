-- What a day shares out, by whom it is shared, and where its fees went.

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
  PRIMARY KEY (day, asset)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_fee
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was bought, at most once a day. What waits is the compute pool's part of all fees in USDT, less what was spent.
CREATE TABLE compute_purchase (
  day date PRIMARY KEY,
  at timestamptz NOT NULL,
  spent bigint NOT NULL CHECK (spent > 0),
  bought bigint NOT NULL CHECK (bought > 0)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compute_purchase
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
