-- Why: packages that were bought and cancelled the day after occupied a day's cap for nothing, and a few wallets held it so each day. A
-- cancelled one frees its place, but counts for its own wallet; and of the second half of a day a wallet gets no more than a tenth of what
-- is left (features/investing/packages/sales.ts says it first). Without its setting the trigger let everything pass: now nothing.
DROP INDEX investment_order_packages_sold;
CREATE INDEX investment_order_packages_sold ON investment_order (bought_at) INCLUDE (wallet_id, value_units, state)
  WHERE line = 'package' AND base_units > 0;

CREATE OR REPLACE FUNCTION package_is_within_caps() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  caps jsonb := (SELECT value FROM setting WHERE name = 'packages.caps');
  day_cap numeric := (caps ->> 'dayValue')::numeric * 100000000;
  wallet_cap numeric := (caps ->> 'walletValue')::numeric * 100000000;
  day timestamptz := date_trunc('day', NEW.bought_at, 'UTC');
  day_left numeric;
  own numeric;
BEGIN
  -- Both as they were before this one.
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
