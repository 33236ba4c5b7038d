-- Functions, triggers and views for 2-orders.sql.

CREATE OR REPLACE FUNCTION investment_order_keeps_its_terms() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.wallet_id, new.product_id, new.line, new.terms, new.card_hash, new.bought_at)
     IS DISTINCT FROM (old.wallet_id, old.product_id, old.line, old.terms, old.card_hash, old.bought_at) THEN
    RAISE EXCEPTION 'the terms of order % never change', old.id;
  END IF;
  IF new.state <> old.state
     AND NOT EXISTS (SELECT FROM order_transition t WHERE t.state = old.state AND t.next = new.state) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', old.id, old.state, new.state;
  END IF;
  RETURN new;
END $$;
CREATE OR REPLACE TRIGGER investment_order_keeps_its_terms BEFORE UPDATE ON investment_order
  FOR EACH ROW EXECUTE FUNCTION investment_order_keeps_its_terms();

-- A wallet's new and resumed marks per coin must fit its compound principal. Deferred, because one transaction may withdraw principal and
-- end the mark.
CREATE OR REPLACE FUNCTION acceleration_is_covered() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  marked numeric;
  there numeric;
BEGIN
  IF NOT EXISTS (SELECT FROM investment_order WHERE id = new.id AND state IN ('to_be_started', 'earning')) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(base_units), 0) INTO marked FROM investment_order
    WHERE wallet_id = new.wallet_id AND line = 'acceleration' AND terms ->> 'base' = new.terms ->> 'base'
      AND (state = 'earning' OR TG_OP = 'INSERT' AND state IN ('to_be_started', 'paused'));
  SELECT coalesce(sum(a.balance), 0) INTO there
    FROM investment_order o JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'principal'
    WHERE o.wallet_id = new.wallet_id AND o.line = 'compound' AND o.state IN ('earning', 'paused')
      AND o.terms ->> 'base' = new.terms ->> 'base';
  IF marked > there THEN
    RAISE EXCEPTION 'acceleration % marks % of % compound principal', new.id, marked, there;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS acceleration_marks_what_is_there ON investment_order;
CREATE CONSTRAINT TRIGGER acceleration_marks_what_is_there AFTER INSERT ON investment_order DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.line = 'acceleration') EXECUTE FUNCTION acceleration_is_covered();
DROP TRIGGER IF EXISTS acceleration_goes_on_when_covered ON investment_order;
CREATE CONSTRAINT TRIGGER acceleration_goes_on_when_covered AFTER UPDATE OF state ON investment_order DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.line = 'acceleration' AND old.state = 'paused' AND new.state = 'earning')
  EXECUTE FUNCTION acceleration_is_covered();

-- Packages sell company capital at a market price. Sales per day and per wallet are limited, in case the price is manipulated (same rule in
-- products/lines/package/package-settings.ts).
SELECT declare_setting('packages.caps', '{"dayValue": "5000", "walletValue": "2000"}');

-- A sale locks the line's products, so checks never run concurrently. A cancelled package frees the day's cap, but still counts for its
-- wallet. In the second half of a day a wallet gets at most a tenth of the remaining cap (same rule in products/terms/sales.ts). Without
-- the setting, no package is sold.
CREATE OR REPLACE FUNCTION package_is_within_caps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  caps jsonb := setting_value('packages.caps');
  day_cap numeric := (caps ->> 'dayValue')::numeric * 100000000;
  wallet_cap numeric := (caps ->> 'walletValue')::numeric * 100000000;
  day timestamptz := date_trunc('day', NEW.bought_at, 'UTC');
  day_left numeric;
  own numeric;
BEGIN
  SELECT day_cap - coalesce(sum(value_units) FILTER (WHERE state <> 'cancelled'), 0),
    coalesce(sum(value_units) FILTER (WHERE wallet_id = NEW.wallet_id), 0) INTO day_left, own
  FROM investment_order WHERE line = 'package' AND base_units > 0 AND id <> NEW.id
    AND bought_at >= day AND bought_at < day + interval '1 day';
  IF (NEW.value_units <= day_left AND NEW.value_units <= wallet_cap - own
      AND NEW.value_units <= greatest(day_left - trunc(day_cap / 2), trunc(day_left / 10) - own)) IS NOT TRUE THEN
    RAISE EXCEPTION 'order % is more of the packages of % than the day or the wallet may buy', NEW.id, day;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER package_is_within_caps AFTER INSERT ON investment_order
  FOR EACH ROW WHEN (NEW.line = 'package' AND NEW.base_units > 0) EXECUTE FUNCTION package_is_within_caps();

CREATE OR REPLACE VIEW investment AS
  SELECT id, wallet_id, line, state, round, value_units, bought_at, over_at FROM investment_order;
