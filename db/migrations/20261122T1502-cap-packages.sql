-- Why: packages sell the company's capital at a price that is made in a market. However that price comes about, a day gives away only
-- so much of it, and one wallet gets only a part (features/investing/packages/package-settings.ts says it first).
INSERT INTO setting (name, value) VALUES ('packages.caps', '{"dayValue": "5000", "walletValue": "2000"}') ON CONFLICT DO NOTHING;

CREATE INDEX investment_order_packages_sold ON investment_order (bought_at) INCLUDE (wallet_id, value_units)
  WHERE line = 'package' AND base_units > 0 AND state <> 'cancelled';

-- Whoever sells one holds the products of the line, so that two are never weighed at once.
CREATE FUNCTION package_is_within_caps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  caps jsonb := (SELECT value FROM setting WHERE name = 'packages.caps');
  day timestamptz := date_trunc('day', NEW.bought_at, 'UTC');
  sold numeric;
  own numeric;
BEGIN
  SELECT coalesce(sum(value_units), 0), coalesce(sum(value_units) FILTER (WHERE wallet_id = NEW.wallet_id), 0) INTO sold, own
  FROM investment_order WHERE line = 'package' AND base_units > 0 AND state <> 'cancelled'
    AND bought_at >= day AND bought_at < day + interval '1 day';
  IF sold > (caps ->> 'dayValue')::numeric * 100000000 OR own > (caps ->> 'walletValue')::numeric * 100000000 THEN
    RAISE EXCEPTION 'order % is more of the packages of % than the day or the wallet may buy', NEW.id, day;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER package_is_within_caps AFTER INSERT ON investment_order
  FOR EACH ROW WHEN (NEW.line = 'package' AND NEW.base_units > 0) EXECUTE FUNCTION package_is_within_caps();
