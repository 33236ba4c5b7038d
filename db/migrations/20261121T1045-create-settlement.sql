-- Why: a settlement that is interrupted goes on where it stopped, and one that runs twice pays once.
CREATE TABLE settlement_day (
  day date PRIMARY KEY,
  -- The last posting that happened before the day ended: balances "at the cut" are those after it.
  cut_posting bigint,
  finished_at timestamptz
);

-- How far each step of a line has come: written in the same transaction as the chunk it speaks of.
CREATE TABLE settlement_step (
  day date NOT NULL,
  line text NOT NULL,
  step text NOT NULL,
  last_order bigint NOT NULL DEFAULT 0,
  orders bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, line, step)
);
