-- A transfer is final and never changes.

CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Ledger entry key.
  key text NOT NULL UNIQUE,
  from_wallet text NOT NULL REFERENCES wallet (id),
  to_wallet text NOT NULL REFERENCES wallet (id),
  coin text NOT NULL,
  -- In 10⁻⁸.
  units bigint NOT NULL CHECK (units > 0),
  -- USDT value at the time of transfer, in 10⁻⁸; null without a price.
  value_units bigint,
  remark text NOT NULL,
  at timestamptz NOT NULL,
  CHECK (from_wallet <> to_wallet)
);
CREATE INDEX transfer_out ON transfer (from_wallet, coin, id DESC);
CREATE INDEX transfer_in ON transfer (to_wallet, coin, id DESC);
CREATE INDEX transfer_paid_before ON transfer (from_wallet, to_wallet);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
