-- How far each chain has been read.

-- The last blocks that were read, each following from the one before.
CREATE TABLE chain_block (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  parent text NOT NULL,
  -- When its producer says it was made: how fast the chain goes is told by it.
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, number)
);

-- How far a block was read that is not read to its end. There is never more than one: the one after the newest block that was.
CREATE TABLE block_part (
  chain text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL,
  -- The last transfer that was looked at.
  tx_hash text NOT NULL,
  log_index bigint NOT NULL
);

-- Rounds in which rows are compared with their chain again.
CREATE TABLE reread_round (
  -- What is read: 'deposits:bsc', 'addresses:evm'.
  subject text PRIMARY KEY,
  -- The day the round began on.
  day date NOT NULL,
  -- The last row that was read, in its table's own order.
  last bigint NOT NULL,
  finished boolean NOT NULL
);
