-- Why: a product is a row, so that adding one needs no release; its terms are copied onto each order.
create table product (
  id bigint primary key,
  line text not null,
  base_coin text not null check (base_coin in ('USDT', 'WLD', 'ATMC', 'ATMX')),
  side_coin text not null check (side_coin in ('USDT', 'WLD', 'ATMC', 'ATMX')),
  -- Least amount of the base coin, in units of 10⁻⁸.
  minimum_units bigint not null check (minimum_units > 0),
  -- Most a single order may be worth, in units of USDT.
  maximum_value_units bigint not null check (maximum_value_units > 0),
  -- POWER a day for each USDT of order value; shares are decimal text, 0.003 is 0.3 %.
  power_per_day text not null check (power_per_day ~ '^\d+(\.\d{1,12})?$'),
  -- Raised by every change of terms: a card accepted for an older one does not count, and orders of an older one do not renew.
  terms_version integer not null default 1 check (terms_version > 0),
  open_from timestamptz not null,
  ended_at timestamptz,
  position integer not null default 0
);

create table product_period (
  product_id bigint not null references product,
  days integer not null check (days between 1 and 3650),
  -- Interest of a whole round as a share of the base coin.
  rate text not null check (rate ~ '^\d+(\.\d{1,12})?$'),
  -- Worth of the side coin as a share of the base coin; 0 where none is needed.
  side_share text not null check (side_share ~ '^\d+(\.\d{1,12})?$'),
  primary key (product_id, days)
);

-- Terms cannot change unnoticed: whatever changes them raises the version.
create function product_terms_raise_version() returns trigger language plpgsql as $$
begin
  if (new.line, new.base_coin, new.side_coin, new.minimum_units, new.maximum_value_units, new.power_per_day)
     is distinct from (old.line, old.base_coin, old.side_coin, old.minimum_units, old.maximum_value_units, old.power_per_day)
     and new.terms_version <= old.terms_version then
    new.terms_version := old.terms_version + 1;
  end if;
  return new;
end $$;
create trigger product_terms_raise_version before update on product
  for each row execute function product_terms_raise_version();

create function product_period_raises_version() returns trigger language plpgsql as $$
begin
  update product set terms_version = terms_version + 1 where id = coalesce(new.product_id, old.product_id);
  return null;
end $$;
create trigger product_period_raises_version after update or delete on product_period
  for each row execute function product_period_raises_version();
