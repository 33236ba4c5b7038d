-- Connected chains, our contracts on them, and their faults.

-- Public keys. If the signer ever reports different keys, no process starts, because a swapped key would divert deposits.
CREATE TABLE custody_key (
  family text PRIMARY KEY,
  deposit_xpub text NOT NULL,
  hot_address text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON custody_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Written by the first start. Changing a real network needs two operators.
CREATE TABLE network (
  chain text PRIMARY KEY,
  -- Identifies the chain together with the genesis hash.
  evm_chain_id bigint NOT NULL,
  -- Null until the node first answers.
  genesis_hash text,
  -- {"USDT": "0x…"}: only these contracts are our coins.
  tokens jsonb NOT NULL,
  start_block bigint NOT NULL,
  explorer_url text NOT NULL,
  demo boolean NOT NULL,
  -- False while disabled by two operators.
  enabled boolean NOT NULL,
  head bigint NOT NULL DEFAULT 0,
  -- Time when `head` was first seen; null before the first block.
  head_at timestamptz,
  -- Payout contract. No user may bind this address.
  vault text,
  -- Cold storage. No user may bind this address.
  cold_address text,
  -- Contract that anchors statement digests, and a public node. Null if not configured.
  proof_log text,
  public_url text,
  -- Delegation target of deposit addresses; the cold key's signature. Null if not configured.
  sweeper text,
  cold_signature text
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON network
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Deposits from these addresses to the hot wallet are company capital.
CREATE TABLE company_address (
  chain text NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (chain, address)
);

-- Last known end of the signer's journal. A journal without this end lost entries.
CREATE TABLE signer_watermark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch bigint NOT NULL CHECK (epoch >= 0),
  count bigint NOT NULL CHECK (count >= 0),
  head text NOT NULL,
  -- HMAC by the signer, which prevents forgery.
  seal text NOT NULL,
  seen_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON signer_watermark FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An open incident with `halts` stops payments on its chain.
CREATE TABLE chain_incident (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  kind text NOT NULL,
  halts boolean NOT NULL,
  detail jsonb NOT NULL,
  at timestamptz NOT NULL,
  resolved_at timestamptz,
  resolution text,
  CHECK ((resolved_at IS NULL) = (resolution IS NULL))
);
CREATE INDEX chain_incident_open ON chain_incident (chain) WHERE resolved_at IS NULL;

-- The lower of the signer's and the payout contract's limits, in 10⁻⁸.
CREATE TABLE payout_cap (
  chain text NOT NULL,
  coin text NOT NULL,
  at_once bigint NOT NULL CHECK (at_once >= 0),
  in_day bigint NOT NULL CHECK (in_day >= 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin)
);
