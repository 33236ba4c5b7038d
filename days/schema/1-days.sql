-- Progress of the daily settlement, so it resumes after an interruption and pays once.

CREATE TABLE settlement_day (
  day date PRIMARY KEY,
  -- The last posting before the day's end, at which the snapshot balances are taken.
  snapshot_posting bigint,
  finished_at timestamptz
);

-- Progress of a step, written in the chunk's transaction.
CREATE TABLE settlement_step (
  day date NOT NULL,
  part text NOT NULL,
  step text NOT NULL,
  -- In the step's own order; '' before the first.
  last text NOT NULL DEFAULT '',
  done bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, part, step)
);
