-- Payments and their nonces. TRON has no nonces. Its payments store their terms, so signing again gives the same bytes.

CREATE TABLE payment_lane (
  lane text PRIMARY KEY,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0)
);

CREATE TABLE payment (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawal (id),
  lane text NOT NULL REFERENCES payment_lane (lane),
  nonce bigint NOT NULL,
  -- Wei per gas.
  fee_max_per_gas numeric,
  tip_max_per_gas numeric,
  -- allocated: has its nonce · signed: bytes stored · sent: accepted by a node · confirmed, failed: confirmed on the chain
  state text NOT NULL CHECK (state IN ('allocated', 'signed', 'sent', 'confirmed', 'failed')),
  raw text,
  tx_hash text UNIQUE,
  block_number bigint,
  -- {"refBlockBytes", "refBlockHash", "timestamp", "expiration", "feeLimit"}: reference block, expiry, maximum sun to burn.
  tron jsonb,
  -- Block since which the payment waits, to detect stuck ones.
  waiting_since bigint,
  -- If set, an empty transaction takes the payment's nonce.
  stop_asked_at timestamptz,
  UNIQUE (lane, nonce),
  CHECK ((state = 'allocated') = (raw IS NULL)),
  CHECK ((raw IS NULL) = (tx_hash IS NULL)),
  CHECK ((fee_max_per_gas IS NULL) = (tip_max_per_gas IS NULL)),
  CHECK ((tron IS NULL) <> (fee_max_per_gas IS NULL))
);
CREATE INDEX payment_open ON payment (lane, nonce) WHERE state IN ('allocated', 'signed', 'sent');

-- Payment attempts, stored only if a payment has several. The first is the original.
CREATE TABLE payment_attempt (
  withdrawal_id bigint NOT NULL REFERENCES payment (withdrawal_id),
  number integer NOT NULL CHECK (number > 0),
  -- pay: same payment, higher fee · stop: empty transaction to ourselves
  kind text NOT NULL CHECK (kind IN ('pay', 'stop')),
  -- Wei per gas, fixed before signing.
  fee_max_per_gas numeric NOT NULL,
  tip_max_per_gas numeric NOT NULL,
  raw text,
  tx_hash text UNIQUE,
  PRIMARY KEY (withdrawal_id, number),
  CHECK ((raw IS NULL) = (tx_hash IS NULL))
);
