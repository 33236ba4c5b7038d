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
