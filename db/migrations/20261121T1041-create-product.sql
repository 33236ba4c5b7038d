-- Why: a product is a row, so that adding one needs no release; its terms are copied onto each order.
CREATE TABLE product (
  id bigint PRIMARY KEY,
  line text NOT NULL,
  base_coin text NOT NULL CHECK (base_coin IN ('USDT', 'WLD', 'ATMC', 'ATMX')),
  side_coin text NOT NULL CHECK (side_coin IN ('USDT', 'WLD', 'ATMC', 'ATMX')),
  -- Least amount of the base coin, in units of 10⁻⁸.
  minimum_units bigint NOT NULL CHECK (minimum_units > 0),
  -- Most a single order may be worth, in units of USDT.
  maximum_value_units bigint NOT NULL CHECK (maximum_value_units > 0),
  -- POWER a day for each USDT of order value; shares are decimal text, 0.003 is 0.3 %.
  power_per_day text NOT NULL CHECK (power_per_day ~ '^\d+(\.\d{1,12})?$'),
  -- Raised by every change of terms: a card accepted for an older one does not count, and orders of an older one do not renew.
  terms_version integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  open_from timestamptz NOT NULL,
  ended_at timestamptz,
  position integer NOT NULL DEFAULT 0
);

CREATE TABLE product_period (
  product_id bigint NOT NULL REFERENCES product,
  days integer NOT NULL CHECK (days BETWEEN 1 AND 3650),
  -- Interest of a whole round as a share of the base coin.
  rate text NOT NULL CHECK (rate ~ '^\d+(\.\d{1,12})?$'),
  -- Worth of the side coin as a share of the base coin; 0 where none is needed.
  side_share text NOT NULL CHECK (side_share ~ '^\d+(\.\d{1,12})?$'),
  PRIMARY KEY (product_id, days)
);

-- Every card anyone accepted, word for word as IDs and values: an order points to the one its holder saw.
CREATE TABLE product_card (
  hash text PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product,
  terms_version integer NOT NULL,
  lines jsonb NOT NULL
);

-- Terms cannot change unnoticed: whatever changes them raises the version.
CREATE FUNCTION product_terms_raise_version() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.line, new.base_coin, new.side_coin, new.minimum_units, new.maximum_value_units, new.power_per_day)
     IS DISTINCT FROM (old.line, old.base_coin, old.side_coin, old.minimum_units, old.maximum_value_units, old.power_per_day)
     AND new.terms_version <= old.terms_version THEN
    new.terms_version := old.terms_version + 1;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER product_terms_raise_version BEFORE UPDATE ON product
  FOR EACH ROW EXECUTE FUNCTION product_terms_raise_version();

CREATE FUNCTION product_period_raises_version() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product SET terms_version = terms_version + 1 WHERE id = COALESCE(new.product_id, old.product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER product_period_raises_version AFTER UPDATE OR DELETE ON product_period
  FOR EACH ROW EXECUTE FUNCTION product_period_raises_version();
