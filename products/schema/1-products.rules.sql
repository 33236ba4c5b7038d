-- Functions, triggers and views for 1-products.sql.

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
CREATE OR REPLACE TRIGGER product_terms_raise_version BEFORE UPDATE ON product
  FOR EACH ROW EXECUTE FUNCTION product_terms_raise_version();

CREATE OR REPLACE FUNCTION product_period_raises_version() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product SET terms_version = terms_version + 1 WHERE id = COALESCE(new.product_id, old.product_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER product_period_raises_version AFTER UPDATE OR DELETE ON product_period
  FOR EACH ROW EXECUTE FUNCTION product_period_raises_version();

CREATE OR REPLACE FUNCTION product_quota_holds() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF new.taken_units > (SELECT quota_units FROM product WHERE id = new.product_id) THEN
    RAISE EXCEPTION 'the quota of product % for % is full', new.product_id, new.day;
  END IF;
  RETURN new;
END $$;
CREATE OR REPLACE TRIGGER product_quota_holds_at_first BEFORE INSERT ON product_quota
  FOR EACH ROW EXECUTE FUNCTION product_quota_holds();
-- Only increases are checked, because the quota may have been lowered.
CREATE OR REPLACE TRIGGER product_quota_holds BEFORE UPDATE ON product_quota
  FOR EACH ROW WHEN (new.taken_units > old.taken_units) EXECUTE FUNCTION product_quota_holds();
