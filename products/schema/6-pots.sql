-- Daily payout pools, the weights that share them, and the split of fees.

CREATE TABLE settlement_pot (
  day date NOT NULL,
  pool text NOT NULL,
  pot text NOT NULL,
  asset int2 NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  -- The sum of all weights.
  weight numeric NOT NULL DEFAULT 0 CHECK (weight >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND units),
  PRIMARY KEY (day, pool, pot, asset)
);

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

-- At most one purchase per day. Unspent USDT fees of the pool remain for later purchases.
CREATE TABLE compute_purchase (
  day date PRIMARY KEY,
  at timestamptz NOT NULL,
  spent bigint NOT NULL CHECK (spent > 0),
  bought bigint NOT NULL CHECK (bought > 0)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compute_purchase
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
