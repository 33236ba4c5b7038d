-- Transactions that we sign and send. Payments, sweeps, steps of TRON sweeps and proof roots refer to them.
CREATE TABLE outgoing_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('payment', 'sweep', 'tron_step', 'root')),
  chain text NOT NULL,
  -- The sender's queue.
  lane text NOT NULL,
  -- TRON has none: a payment's nonce is only its place, a sweep's is null.
  nonce bigint,
  -- allocated: nonce and terms fixed · signed: bytes stored · sent: accepted by a node · confirmed, failed: final in a block, with or
  -- without effect · expired: in no block, and never will be · lost: another transaction used its nonce · refused: never signed
  state text NOT NULL CHECK (state IN ('allocated', 'signed', 'sent', 'confirmed', 'failed', 'expired', 'lost', 'refused')),
  -- The attempt in a block; the first until then.
  attempt integer NOT NULL DEFAULT 1,
  block_number bigint,
  -- Block since which it waits, to detect stuck ones.
  waiting_since bigint,
  ended_at timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('allocated', 'signed', 'sent'))),
  CHECK (purpose <> 'payment' OR nonce IS NOT NULL)
);
CREATE UNIQUE INDEX outgoing_nonce ON outgoing_transaction (lane, nonce) WHERE purpose = 'payment';
CREATE INDEX outgoing_open ON outgoing_transaction (lane, nonce) WHERE ended_at IS NULL;
-- Only payments queue. Other purposes send one transaction after the other.
CREATE UNIQUE INDEX outgoing_alone ON outgoing_transaction (lane) WHERE purpose <> 'payment' AND ended_at IS NULL;

-- Only one attempt can be mined, because all use the same nonce.
CREATE TABLE outgoing_attempt (
  outgoing_id bigint NOT NULL REFERENCES outgoing_transaction,
  number integer NOT NULL CHECK (number > 0),
  -- stop: an empty transaction to ourselves
  kind text NOT NULL CHECK (kind IN ('send', 'stop')),
  -- Fixed before signing, so a repeat gives the same bytes. Wei per gas.
  fee_max_per_gas numeric,
  tip_max_per_gas numeric,
  -- {"refBlockBytes", "refBlockHash", "timestamp", "expiration", "feeLimit"}: reference block, expiry, maximum sun to burn.
  tron jsonb,
  raw text,
  tx_hash text UNIQUE,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (outgoing_id, number),
  CHECK ((raw IS NULL) = (tx_hash IS NULL)),
  CHECK ((fee_max_per_gas IS NULL) = (tip_max_per_gas IS NULL)),
  CHECK ((tron IS NULL) <> (fee_max_per_gas IS NULL))
);

CREATE TABLE payment_lane (
  lane text PRIMARY KEY,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0)
);

CREATE TABLE payment (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawal (id),
  outgoing_id bigint NOT NULL UNIQUE REFERENCES outgoing_transaction,
  -- If set, an empty transaction takes the payment's nonce.
  stop_asked_at timestamptz
);
