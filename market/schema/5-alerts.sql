-- Price alerts of holders.
CREATE TABLE price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  pair text NOT NULL REFERENCES market,
  -- above: at the level or more · below: at the level or less
  side text NOT NULL CHECK (side IN ('above', 'below')),
  -- Base coins for one quoted coin, in 10⁻¹².
  level bigint NOT NULL CHECK (level > 0),
  made_at timestamptz NOT NULL,
  -- Fires once and stays until the holder deletes it. Null: pending.
  fired_at timestamptz,
  fired_price bigint,
  CHECK ((fired_at IS NULL) = (fired_price IS NULL))
);
CREATE INDEX price_alert_wallet ON price_alert (wallet_id, id);
CREATE INDEX price_alert_waiting ON price_alert (pair, side, level) WHERE fired_at IS NULL;
