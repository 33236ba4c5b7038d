-- What the house has on chains against what it owes (docs/proof-format.md, RES1).

-- The newest look at each chain: all of it at one block, signed by the key of each address.
CREATE TABLE reserve_part (
  chain text PRIMARY KEY,
  -- The statement it is compared with.
  day date NOT NULL REFERENCES proof_day,
  -- As it stands in the statement of reserves.
  part jsonb NOT NULL,
  read_at timestamptz NOT NULL
);

-- Statements of reserves: one for each day, and another while a coin is short.
CREATE TABLE reserve_look (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL REFERENCES proof_day,
  -- What is signed and published, byte by byte.
  text text NOT NULL,
  -- The same of the addresses withdrawals are paid from alone, signed by itself: deposit addresses are many (HOT1).
  hot text NOT NULL,
  -- Coins of which there is less than is owed.
  short text[] NOT NULL,
  -- The real time, as of the chains.
  made_at timestamptz NOT NULL
);
CREATE INDEX reserve_look_of ON reserve_look (day, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reserve_look
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The house's signatures over each, by the key of its statements.
CREATE TABLE reserve_signature (
  look_id bigint PRIMARY KEY REFERENCES reserve_look,
  public_key text NOT NULL,
  signature text NOT NULL,
  hot_signature text NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reserve_signature
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The newest time a day's proof was made again of the books, and what was found.
CREATE TABLE proof_check (
  day date PRIMARY KEY REFERENCES proof_day,
  problems text[] NOT NULL,
  checked_at timestamptz NOT NULL
);

-- What is or was wrong with the proofs, since when and until when in real time. After a day nothing is sold.
CREATE TABLE proof_trouble (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- unproven: a day that is over has no signed statement · broken: one is not what the books say · unread: chains were not looked at
  kind text NOT NULL CHECK (kind IN ('unproven', 'broken', 'unread')),
  detail text NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz CHECK (until >= since)
);
CREATE UNIQUE INDEX proof_trouble_now ON proof_trouble (kind) WHERE until IS NULL;
