-- Fund results, net asset values and profit splits.

CREATE TABLE fund_booking (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product,
  kind text NOT NULL CHECK (kind IN ('send', 'return', 'profit', 'loss')),
  units bigint NOT NULL CHECK (units > 0),
  at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  -- Null for a loss.
  chain text,
  transaction text,
  CHECK ((kind = 'loss') = (chain IS NULL) AND (chain IS NULL) = (transaction IS NULL)),
  UNIQUE (chain, transaction)
);
CREATE INDEX fund_booking_of_product ON fund_booking (product_id, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fund_booking
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fund_hold (
  product_id bigint PRIMARY KEY REFERENCES product,
  until timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason <> '')
);

CREATE TABLE fund_value (
  product_id bigint NOT NULL REFERENCES product,
  day date NOT NULL,
  principal_units bigint NOT NULL CHECK (principal_units >= 0),
  share_units bigint NOT NULL CHECK (share_units >= 0),
  PRIMARY KEY (product_id, day)
);

-- Losses of an order that profits have not recovered.
CREATE TABLE fund_lost (
  order_id bigint PRIMARY KEY REFERENCES investment_order,
  units bigint NOT NULL CHECK (units >= 0)
);

-- A profit split, decided in full before any payment.
CREATE TABLE fund_split (
  product_id bigint NOT NULL REFERENCES product,
  day date NOT NULL,
  profit_units bigint NOT NULL CHECK (profit_units > 0),
  refill_units bigint NOT NULL CHECK (refill_units >= 0),
  dividend_units bigint NOT NULL CHECK (dividend_units >= 0),
  bonus_units bigint NOT NULL CHECK (bonus_units >= 0),
  fee_units bigint NOT NULL CHECK (fee_units >= 0),
  PRIMARY KEY (product_id, day),
  CHECK (refill_units + dividend_units + bonus_units + fee_units BETWEEN 1 AND profit_units)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fund_split
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fund_part (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refill', 'dividend', 'bonus')),
  -- Null for payments to uplines.
  order_id bigint REFERENCES investment_order,
  wallet_id text NOT NULL REFERENCES wallet,
  units bigint NOT NULL CHECK (units > 0),
  CHECK ((kind = 'bonus') = (order_id IS NULL)),
  FOREIGN KEY (product_id, day) REFERENCES fund_split
);
CREATE INDEX fund_part_of_day ON fund_part (day, id);
CREATE INDEX fund_part_of_wallet ON fund_part (wallet_id, kind, id DESC) WHERE kind <> 'refill';
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON fund_part
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
