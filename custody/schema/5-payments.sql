-- The one transaction that pays a withdrawal. A chain without transaction numbers, TRON, is signed with other terms; they are kept, so
-- that signing again gives the same bytes.

-- The next transaction number of an address we send from, on one chain.
CREATE TABLE payment_lane (
  lane text PRIMARY KEY,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0)
);

-- The one transaction that pays a withdrawal.
CREATE TABLE payment (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawal (id),
  lane text NOT NULL REFERENCES payment_lane (lane),
  nonce bigint NOT NULL,
  -- Wei per gas.
  fee_max_per_gas numeric,
  tip_max_per_gas numeric,
  -- allocated: has its number · signed: the bytes are kept · sent: a node took them · confirmed, failed: deep enough on the chain
  state text NOT NULL CHECK (state IN ('allocated', 'signed', 'sent', 'confirmed', 'failed')),
  raw text,
  tx_hash text UNIQUE,
  -- Where it was last seen on the chain.
  block_number bigint,
  -- {"refBlockBytes", "refBlockHash", "timestamp", "expiration", "feeLimit"}: the block it refers to, its end, the most it may burn.
  tron jsonb,
  -- The newest block when it began to wait for one: stuck is counted from here.
  waiting_since bigint,
  -- The operator wants it stopped: its number goes to a transaction that moves nothing.
  stop_asked_at timestamptz,
  UNIQUE (lane, nonce),
  CHECK ((state = 'allocated') = (raw IS NULL)),
  CHECK ((raw IS NULL) = (tx_hash IS NULL)),
  CHECK ((fee_max_per_gas IS NULL) = (tip_max_per_gas IS NULL)),
  CHECK ((tron IS NULL) <> (fee_max_per_gas IS NULL))
);
CREATE INDEX payment_open ON payment (lane, nonce) WHERE state IN ('allocated', 'signed', 'sent');

-- Every transaction signed for a payment, when there is more than one. The first is the payment's own.
CREATE TABLE payment_attempt (
  withdrawal_id bigint NOT NULL REFERENCES payment (withdrawal_id),
  number integer NOT NULL CHECK (number > 0),
  -- pay: the same payment with a higher fee · stop: nothing, to ourselves
  kind text NOT NULL CHECK (kind IN ('pay', 'stop')),
  -- Wei per gas; settled before it is signed.
  fee_max_per_gas numeric NOT NULL,
  tip_max_per_gas numeric NOT NULL,
  raw text,
  tx_hash text UNIQUE,
  PRIMARY KEY (withdrawal_id, number),
  CHECK ((raw IS NULL) = (tx_hash IS NULL))
);
