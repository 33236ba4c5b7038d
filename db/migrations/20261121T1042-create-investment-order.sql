-- Why: an order is one wallet's share in a product; its coins are in the ledger, this is its life and its terms.
create table investment_order (
  id bigint generated always as identity primary key,
  wallet_id text not null,
  product_id bigint not null references product,
  line text not null,
  state text not null check (state in ('reserved', 'queued', 'due', 'to_be_started', 'earning', 'paused', 'to_be_released',
    'ended', 'closed', 'cancelled', 'exited')),
  -- What the product said when the order opened, and the card its holder accepted. Never changed.
  terms jsonb not null,
  card_hash text not null,
  bought_at timestamptz not null,
  -- The running round, or the first one before the start. 0 before the start.
  round integer not null default 0 check (round >= 0),
  round_started timestamptz not null,
  round_ends timestamptz not null check (round_ends > round_started),
  -- In the order now, as in its principal account; once it is over, what was in it last.
  base_units bigint not null check (base_units >= 0),
  side_units bigint not null check (side_units >= 0),
  -- Interest of the running round, and of the next once set aside: together the order's promised account.
  promise_units bigint not null check (promise_units >= 0),
  next_promise_units bigint check (next_promise_units >= 0),
  -- USDT value at opening, of the base coin (grown by what joined) and of the side coin.
  value_units bigint not null check (value_units >= 0),
  side_value_units bigint not null check (side_value_units >= 0),
  reinvest boolean not null,
  -- Set when the pool could not promise the next round.
  pool_short boolean not null default false,
  paid_units bigint not null default 0 check (paid_units >= 0),
  over_at timestamptz
);
create index investment_order_of_wallet on investment_order (wallet_id, id desc);
create index investment_order_to_start on investment_order (line, round_started, id) where state = 'to_be_started';
create index investment_order_running on investment_order (line, round_ends, id) where state = 'earning';
create index investment_order_accruing on investment_order (line, id) where state = 'earning';

-- The life of an order, said a second time: features/investing/order-state.ts says it first, a test holds the two equal.
create table order_transition (before text not null, after text not null, primary key (before, after));
insert into order_transition (before, after) values
  ('reserved', 'queued'), ('queued', 'due'), ('queued', 'cancelled'), ('due', 'to_be_started'), ('due', 'closed'),
  ('to_be_started', 'earning'), ('to_be_started', 'cancelled'), ('to_be_started', 'to_be_released'),
  ('earning', 'paused'), ('paused', 'earning'), ('earning', 'to_be_released'), ('paused', 'to_be_released'),
  ('earning', 'ended'), ('paused', 'ended'), ('to_be_released', 'ended'),
  ('earning', 'cancelled'), ('paused', 'cancelled'), ('earning', 'exited'), ('paused', 'exited');

create function investment_order_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if (new.wallet_id, new.product_id, new.line, new.terms, new.card_hash, new.bought_at)
     is distinct from (old.wallet_id, old.product_id, old.line, old.terms, old.card_hash, old.bought_at) then
    raise exception 'the terms of order % never change', old.id;
  end if;
  if new.state <> old.state
     and not exists (select from order_transition where before = old.state and after = new.state) then
    raise exception 'order % cannot go from % to %', old.id, old.state, new.state;
  end if;
  return new;
end $$;
create trigger investment_order_keeps_its_terms before update on investment_order
  for each row execute function investment_order_keeps_its_terms();

-- What happened to an order, for its holder.
create table order_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references investment_order,
  at timestamptz not null,
  kind text not null,
  params jsonb not null default '{}'
);
create index order_event_of_order on order_event (order_id, id);

-- What ended rounds really paid: shown beside what is advertised.
create table order_round (
  order_id bigint not null references investment_order,
  round integer not null,
  product_id bigint not null,
  days integer not null,
  principal_units bigint not null,
  interest_units bigint not null,
  ended_at timestamptz not null,
  primary key (order_id, round)
);
create index order_round_of_product on order_round (product_id, days) include (principal_units, interest_units);
