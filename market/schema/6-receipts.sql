-- What a holder was shown and got for a trade stays as it was: rate, impact, fee and guide price follow from these figures.

CREATE TABLE exchange_receipt (
  trade_id bigint PRIMARY KEY REFERENCES market_trade (id),
  -- The key of its entry in the books.
  key text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  pair text NOT NULL REFERENCES market,
  -- buy: base given, quoted coin received · sell: the other way round
  direction text NOT NULL CHECK (direction IN ('buy', 'sell')),
  -- In 10⁻⁸: given, the fee in it, received, and the least that was accepted.
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  received_units bigint NOT NULL,
  least_units bigint NOT NULL,
  -- The reserve of the coin given, before the trade.
  reserve_units bigint NOT NULL,
  -- 10⁻¹² of base for one quoted coin; null where there was none.
  guide_price bigint,
  -- USDT value when it was made, in 10⁻⁸.
  value_units bigint NOT NULL,
  at timestamptz NOT NULL,
  CHECK (units > fee_units AND fee_units >= 0 AND received_units >= least_units AND received_units > 0)
);
CREATE INDEX exchange_receipt_wallet ON exchange_receipt (wallet_id, pair, trade_id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON exchange_receipt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
