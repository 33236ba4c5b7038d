-- Statement digests on chains, so that everyone sees the same statement (docs/proof-format.md).

CREATE TABLE proof_root (
  day date NOT NULL REFERENCES proof_day,
  chain text NOT NULL,
  contract text NOT NULL,
  -- The newest transaction for it. Null if found on the chain after a database restore.
  outgoing_id bigint UNIQUE REFERENCES outgoing_transaction,
  -- Set, like the next three, once a reorganization cannot remove the transaction.
  digest text,
  block_number bigint,
  tx_hash text,
  confirmed_at timestamptz,
  PRIMARY KEY (day, chain),
  CHECK ((digest IS NULL) = (confirmed_at IS NULL) AND (block_number IS NULL) = (confirmed_at IS NULL)
    AND (tx_hash IS NULL) = (confirmed_at IS NULL))
);
CREATE UNIQUE INDEX proof_root_open ON proof_root (chain) WHERE confirmed_at IS NULL;
