-- Why: prices come from trades in the own market, so every trade is kept, in the order it happened.
create table market (
  pair text primary key check (pair in ('USDT-WLD', 'USDT-ATMC', 'WLD-ATMX', 'USDT-ATMX')),
  -- Its first seed; a market without one cannot be traded on.
  seeded_at timestamptz
);
insert into market (pair) values ('USDT-WLD'), ('USDT-ATMC'), ('WLD-ATMX'), ('USDT-ATMX');

create table market_trade (
  id bigint generated always as identity primary key,
  pair text not null references market,
  at timestamptz not null,
  -- What moved in the reserves, in units of 10⁻⁸: the fee is not in it.
  base_units bigint not null check (base_units > 0),
  quote_units bigint not null check (quote_units > 0),
  -- Base coins for one quoted coin, in 10⁻¹², rounded down.
  price bigint not null check (price > 0)
);
create index market_trade_by_time on market_trade (pair, at desc, id desc);

create function market_trade_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a trade is never changed';
end $$;
create trigger market_trade_is_final before update or delete or truncate on market_trade
  for each statement execute function market_trade_is_final();
