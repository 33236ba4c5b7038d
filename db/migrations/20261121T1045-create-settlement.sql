-- Why: a settlement that is interrupted goes on where it stopped, and one that runs twice pays once.
create table settlement_day (
  day date primary key,
  -- The last entry that happened before the day ended: balances "at the cut" are those after it.
  cut_entry bigint,
  finished_at timestamptz
);

-- How far each step of a line has come: written in the same transaction as the chunk it speaks of.
create table settlement_step (
  day date not null,
  line text not null,
  step text not null,
  last_order bigint not null default 0,
  orders bigint not null default 0,
  finished boolean not null default false,
  primary key (day, line, step)
);
