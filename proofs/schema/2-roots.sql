-- Statements written down on chains, so that nobody can be shown another one (docs/proof-format.md).

-- A day's statement on a chain: the transaction is kept before it leaves, and handed over until it is deep enough.
CREATE TABLE proof_root (
  day date NOT NULL REFERENCES proof_day,
  chain text NOT NULL,
  contract text NOT NULL,
  -- Every transaction that was signed for it, the newest last; all have the same number, so one of them is mined. None: somebody found
  -- it on the chain after the database went back.
  hashes text[] NOT NULL,
  nonce bigint NOT NULL,
  raw text NOT NULL,
  fee_max_per_gas numeric NOT NULL,
  -- When the newest was signed.
  signed_at timestamptz NOT NULL,
  -- What the contract keeps of the day, once no reorganisation can take it away: its digest, its block and the transaction.
  digest text,
  block_number bigint,
  tx_hash text,
  confirmed_at timestamptz,
  PRIMARY KEY (day, chain),
  CHECK ((digest IS NULL) = (confirmed_at IS NULL) AND (block_number IS NULL) = (confirmed_at IS NULL)
    AND (tx_hash IS NULL) = (confirmed_at IS NULL))
);
-- One at a time on a chain: nothing waits behind another.
CREATE UNIQUE INDEX proof_root_open ON proof_root (chain) WHERE confirmed_at IS NULL;
