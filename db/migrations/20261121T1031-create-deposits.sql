-- Why: what was seen on a chain, so that a payment is credited exactly once, whatever the chain does with its block.

-- The last blocks that were read, each following from the one before.
CREATE TABLE chain_block (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  parent text NOT NULL,
  PRIMARY KEY (chain, number)
);

CREATE TABLE deposit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  tx_hash text NOT NULL,
  -- The place of the log inside its transaction: a reorganisation changes the place in the block, never this.
  ordinal integer NOT NULL CHECK (ordinal >= 0),
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  coin text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  -- As the token counts, and what of it the ledger holds (10⁻⁸, rounded down); the remainder stays on the chain as surplus.
  base_units numeric NOT NULL CHECK (base_units > 0),
  units bigint NOT NULL CHECK (units >= 0),
  remainder numeric NOT NULL CHECK (remainder >= 0),
  -- wallet: a customer's · capital: from the company · unknown: arrived at the house, and nobody knows whose it is
  kind text NOT NULL CHECK (kind IN ('wallet', 'capital', 'unknown')),
  wallet_id text REFERENCES wallet (id),
  -- seen: not deep enough · collecting: below the minimum, in suspense under the wallet's name · credited: booked where it belongs
  state text NOT NULL DEFAULT 'seen' CHECK (state IN ('seen', 'collecting', 'credited')),
  seen_at timestamptz NOT NULL,
  credited_at timestamptz,
  -- Booked, and then its block vanished: deeper than we wait for.
  orphaned_at timestamptz,
  UNIQUE (chain, tx_hash, ordinal),
  CHECK ((kind = 'wallet') = (wallet_id IS NOT NULL)),
  CHECK ((state = 'credited') = (credited_at IS NOT NULL))
);
CREATE INDEX deposit_wallet ON deposit (wallet_id, id);
CREATE INDEX deposit_open ON deposit (chain, block_number) WHERE state = 'seen';
CREATE INDEX deposit_block ON deposit (chain, block_hash);
CREATE INDEX deposit_collecting ON deposit (wallet_id, chain, coin) WHERE state = 'collecting';

-- Demo only: wishes for test coins, which the worker sends on.
CREATE TABLE faucet_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The faucet gives once for each.
  key text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL CHECK (units > 0),
  asked_at timestamptz NOT NULL,
  tx_hash text,
  refused text
);
CREATE INDEX faucet_request_open ON faucet_request (id) WHERE tx_hash IS NULL AND refused IS NULL;
