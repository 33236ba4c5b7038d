-- The settlement of a business day. One that is interrupted goes on where it stopped, and one that runs twice pays once.

CREATE TABLE settlement_day (
  day date PRIMARY KEY,
  -- The last posting that happened before the day ended: balances "at the cut" are those after it.
  cut_posting bigint,
  finished_at timestamptz
);

-- How far each step has come in each part: written in the same transaction as the chunk it speaks of.
CREATE TABLE settlement_step (
  day date NOT NULL,
  part text NOT NULL,
  step text NOT NULL,
  -- The last thing done, in the order of the step itself: '' before the first.
  last text NOT NULL DEFAULT '',
  done bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, part, step)
);
