-- Coins on their way from deposit addresses to the address withdrawals are paid from.

-- Into the payout contract, many addresses in one transaction.
CREATE TABLE sweep (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  -- The address that pays the gas, on one chain, and its number.
  lane text NOT NULL,
  nonce bigint NOT NULL,
  addresses text[] NOT NULL,
  -- Payments up to this one were on the addresses when it was signed.
  last_deposit bigint NOT NULL,
  raw text NOT NULL,
  tx_hash text NOT NULL UNIQUE,
  -- sent: kept, and handed over until it is in a block deep enough · done · failed: it moved nothing, and is made anew
  state text NOT NULL CHECK (state IN ('sent', 'done', 'failed')),
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'sent') = (ended_at IS NULL))
);
-- One at a time for each address that pays: nothing waits behind another.
CREATE UNIQUE INDEX sweep_open ON sweep (lane) WHERE state = 'sent';

-- One address of TRON: TRX is sent to it to pay the network, then its coins move to the hot wallet.
CREATE TABLE tron_sweep (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  -- Its place in the derivation.
  index bigint NOT NULL,
  -- Payments up to this one were on the address when the sweep began.
  last_deposit bigint NOT NULL,
  -- failed: nothing more is tried for now, and it begins anew later
  state text NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'open') = (ended_at IS NULL))
);
-- Of an address one at a time.
CREATE UNIQUE INDEX tron_sweep_open ON tron_sweep (chain, address) WHERE state = 'open';
CREATE INDEX tron_sweep_ended ON tron_sweep (chain, ended_at);

CREATE TABLE tron_sweep_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sweep_id bigint NOT NULL REFERENCES tron_sweep,
  -- The signer knows the step by it, for good.
  key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('fund', 'move')),
  -- Sun, or base units of the coin.
  amount bigint NOT NULL CHECK (amount > 0),
  -- What it is signed with, settled before it is signed: the same bytes, however often they are asked for.
  terms jsonb NOT NULL,
  raw text,
  tx_hash text UNIQUE,
  -- settled · signed: kept, and handed over until it is final · done · failed: in a block, and moved nothing · over: in no block, and
  -- can never be in one · refused: by the signer
  state text NOT NULL CHECK (state IN ('settled', 'signed', 'done', 'failed', 'over', 'refused')),
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The newest block when the balance was read: what came after that block is still on the address.
  head bigint NOT NULL DEFAULT 0,
  CHECK ((state IN ('settled', 'signed')) = (ended_at IS NULL)),
  CHECK ((raw IS NULL) = (tx_hash IS NULL)),
  CHECK ((state IN ('settled', 'refused')) = (raw IS NULL))
);
-- Of a sweep one at a time: the next is decided by what the last one left.
CREATE UNIQUE INDEX tron_sweep_step_open ON tron_sweep_step (sweep_id) WHERE state IN ('settled', 'signed');
CREATE INDEX tron_sweep_step_of ON tron_sweep_step (sweep_id);

-- Where the coins were when they were last counted, in 10⁻⁸.
CREATE TABLE custody_level (
  chain text NOT NULL,
  coin text NOT NULL,
  hot_units bigint NOT NULL,
  cold_units bigint NOT NULL,
  unswept_units bigint NOT NULL,
  owed_units bigint NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin)
);

-- What is less than this, in 10⁻⁸ of the coin, is not worth a sweep at the network's prices of now. Only where each address is swept by
-- itself.
CREATE TABLE sweep_floor (
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL CHECK (units >= 0),
  PRIMARY KEY (chain, coin)
);
