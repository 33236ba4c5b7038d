-- Why: some lines know of more than coins, rates and days: the coin a package pays, a cap of a day, stars of a node, a version.
-- What it may hold is said by LineTerms in features/investing/orders/order.ts; an order copies it like every other term.
ALTER TABLE product ADD COLUMN line_terms jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(line_terms) = 'object');

-- As before, with the terms of the line among the terms.
CREATE OR REPLACE FUNCTION product_terms_raise_version() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.line, new.base_coin, new.side_coin, new.minimum_units, new.maximum_value_units, new.power_per_day, new.exit_fee,
      new.line_terms)
     IS DISTINCT FROM
     (old.line, old.base_coin, old.side_coin, old.minimum_units, old.maximum_value_units, old.power_per_day, old.exit_fee,
      old.line_terms)
     AND new.terms_version <= old.terms_version THEN
    new.terms_version := old.terms_version + 1;
  END IF;
  RETURN new;
END $$;
