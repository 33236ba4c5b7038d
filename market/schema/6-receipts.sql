-- Immutable. Rate, impact, fee and guide price follow from these figures.

CREATE TABLE exchange_receipt (
  trade_id bigint PRIMARY KEY REFERENCES market_trade (id),
  key text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  pair text NOT NULL REFERENCES market,
  -- buy: gives base, receives quoted coin · sell: the reverse
  direction text NOT NULL CHECK (direction IN ('buy', 'sell')),
  -- In 10⁻⁸; the fee is part of `units`.
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  received_units bigint NOT NULL,
  least_units bigint NOT NULL,
  reserve_units bigint NOT NULL,
  -- 10⁻¹² of base per quoted coin; null if none.
  guide_price bigint,
  -- In 10⁻⁸.
  value_units bigint NOT NULL,
  at timestamptz NOT NULL,
  CHECK (units > fee_units AND fee_units >= 0 AND received_units >= least_units AND received_units > 0)
);
CREATE INDEX exchange_receipt_wallet ON exchange_receipt (wallet_id, pair, trade_id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON exchange_receipt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
