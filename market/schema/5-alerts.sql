-- Prices that holders asked to be told of.

CREATE TABLE price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  pair text NOT NULL REFERENCES market,
  -- above: it goes off once the price is the level or more · below: the level or less
  side text NOT NULL CHECK (side IN ('above', 'below')),
  -- Base coins for one quoted coin, in 10⁻¹².
  level bigint NOT NULL CHECK (level > 0),
  made_at timestamptz NOT NULL,
  -- It goes off once, and stays as it is until its holder deletes it. Null: it waits.
  fired_at timestamptz,
  fired_price bigint,
  CHECK ((fired_at IS NULL) = (fired_price IS NULL))
);
CREATE INDEX price_alert_wallet ON price_alert (wallet_id, id);
-- What a price has reached is one end of this index, however many wait at other levels.
CREATE INDEX price_alert_waiting ON price_alert (pair, side, level) WHERE fired_at IS NULL;
