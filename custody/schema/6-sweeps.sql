-- Sweeps from deposit addresses to the hot wallet.

CREATE TABLE sweep (
  outgoing_id bigint PRIMARY KEY REFERENCES outgoing_transaction,
  coin text NOT NULL,
  addresses text[] NOT NULL,
  -- The newest deposit at signing.
  last_deposit bigint NOT NULL
);

-- An address first gets TRX for network fees, then its coins move to the hot wallet.
CREATE TABLE tron_sweep (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  -- Derivation index.
  index bigint NOT NULL,
  -- The newest deposit when the sweep began.
  last_deposit bigint NOT NULL,
  -- failed: stopped for now, retried later
  state text NOT NULL CHECK (state IN ('open', 'done', 'failed')),
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'open') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX tron_sweep_open ON tron_sweep (chain, address) WHERE state = 'open';
CREATE INDEX tron_sweep_ended ON tron_sweep (chain, ended_at);

-- Each step depends on the previous.
CREATE TABLE tron_sweep_step (
  outgoing_id bigint PRIMARY KEY REFERENCES outgoing_transaction,
  sweep_id bigint NOT NULL REFERENCES tron_sweep,
  key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('fund', 'move')),
  -- Sun, or base units of the coin.
  amount bigint NOT NULL CHECK (amount > 0),
  -- The block at which the amount was read. Later deposits remain.
  head bigint NOT NULL
);
CREATE INDEX tron_sweep_step_of ON tron_sweep_step (sweep_id);

-- In 10⁻⁸.
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

-- In 10⁻⁸. Below this, a sweep costs more than it moves. Only for chains that sweep each address separately.
CREATE TABLE sweep_floor (
  chain text NOT NULL,
  coin text NOT NULL,
  units bigint NOT NULL CHECK (units >= 0),
  PRIMARY KEY (chain, coin)
);
