-- The newest blocks read on each chain.

CREATE TABLE chain_block (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  parent text NOT NULL,
  -- The producer's timestamp, used to measure the chain's speed.
  at timestamptz NOT NULL,
  PRIMARY KEY (chain, number)
);

-- Progress in the block after the newest complete one.
CREATE TABLE block_part (
  chain text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL,
  tx_hash text NOT NULL,
  log_index bigint NOT NULL
);

CREATE TABLE reread_round (
  -- For example 'deposits:bsc', 'addresses:evm'.
  subject text PRIMARY KEY,
  day date NOT NULL,
  last bigint NOT NULL,
  finished boolean NOT NULL
);
