-- Why: once a day everything booked from a chain is read from it again, in pieces; this is how far each round has come.
CREATE TABLE reread_round (
  -- What is read: 'deposits:bsc', 'addresses:evm'.
  subject text PRIMARY KEY,
  -- The day the round began on.
  day date NOT NULL,
  -- The last row that was read, in its table's own order.
  last bigint NOT NULL,
  finished boolean NOT NULL
);
