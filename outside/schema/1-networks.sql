-- The chains we are connected to, what is ours on them, and what went wrong on one.

-- The public half of the signer's keys. If the signer ever shows others, nothing starts: a swapped key would divert deposits.
CREATE TABLE custody_key (
  family text PRIMARY KEY,
  deposit_xpub text NOT NULL,
  hot_address text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON custody_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The first start writes what it is given. After that, networks of real coins change only by two operators.
CREATE TABLE network (
  chain text PRIMARY KEY,
  -- With the genesis hash: which chain this is. Another one under the same name is refused.
  evm_chain_id bigint NOT NULL,
  -- Null until its node answered for the first time.
  genesis_hash text,
  -- {"USDT": "0x…"}: the contracts that are our coins, and no others.
  tokens jsonb NOT NULL,
  start_block bigint NOT NULL,
  explorer_url text NOT NULL,
  demo boolean NOT NULL,
  -- False while two operators have switched it off.
  enabled boolean NOT NULL,
  -- The newest block when the watcher last looked.
  head bigint NOT NULL DEFAULT 0,
  -- When that one was seen first; null before the first.
  head_at timestamptz,
  -- The payout contract: our own address, and nobody may bind it.
  vault text,
  -- Where the payout contract's owner keeps coins: ours, and nobody may bind it.
  cold_address text,
  -- The contract that keeps the digests of statements, and a node that anybody may ask; none where the operator names none.
  proof_log text,
  public_url text,
  -- What deposit addresses delegate to, and the word of the cold address's key; none where the operator names none.
  sweeper text,
  cold_signature text
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON network
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What arrives from here at the hot wallet is the company's own capital.
CREATE TABLE company_address (
  chain text NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (chain, address)
);

-- The end of the signer's memory as this database last heard of it. A memory that does not hold it has lost something.
CREATE TABLE signer_mark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch bigint NOT NULL CHECK (epoch >= 0),
  count bigint NOT NULL CHECK (count >= 0),
  head text NOT NULL,
  -- The signer's own, so that nobody else can say how far its memory went.
  seal text NOT NULL,
  seen_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON signer_mark FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a person has to look at. While one that halts is open, nothing leaves on that chain.
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

-- What the signer and, where there is one, the payout contract allow of a coin on a chain, the smaller of both, in 10⁻⁸.
CREATE TABLE payout_cap (
  chain text NOT NULL,
  coin text NOT NULL,
  at_once bigint NOT NULL CHECK (at_once >= 0),
  in_day bigint NOT NULL CHECK (in_day >= 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin)
);
