-- Why: products of other lines take one coin alone, grant a POWER of their own for each period, or may be left early for a fee.
ALTER TABLE product ALTER COLUMN side_coin DROP NOT NULL;
-- Kept back of every coin at an early exit, as a share; null where an order stays until its end.
ALTER TABLE product ADD COLUMN exit_fee text CHECK (exit_fee ~ '^0(\.\d{1,12})?$');
-- POWER a day of this period alone; null: what the product says.
ALTER TABLE product_period ADD COLUMN power_per_day text CHECK (power_per_day ~ '^\d+(\.\d{1,12})?$');

-- As before, with the fee of an early exit among the terms.
CREATE OR REPLACE FUNCTION product_terms_raise_version() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.line, new.base_coin, new.side_coin, new.minimum_units, new.maximum_value_units, new.power_per_day, new.exit_fee)
     IS DISTINCT FROM
     (old.line, old.base_coin, old.side_coin, old.minimum_units, old.maximum_value_units, old.power_per_day, old.exit_fee)
     AND new.terms_version <= old.terms_version THEN
    new.terms_version := old.terms_version + 1;
  END IF;
  RETURN new;
END $$;
