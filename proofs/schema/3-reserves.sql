-- See docs/proof-format.md, RES1.

-- All balances at one block, signed by each address's key.
CREATE TABLE reserve_part (
  chain text PRIMARY KEY,
  day date NOT NULL REFERENCES proof_day,
  part jsonb NOT NULL,
  read_at timestamptz NOT NULL
);

-- One per day, more while a coin is short.
CREATE TABLE reserve_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL REFERENCES proof_day,
  -- Signed and published byte for byte.
  text text NOT NULL,
  -- Hot addresses only, signed separately because there are many deposit addresses (HOT1).
  hot text NOT NULL,
  -- Coins whose reserves are below the amount owed.
  short text[] NOT NULL,
  -- Real time.
  made_at timestamptz NOT NULL
);
CREATE INDEX reserve_check_of ON reserve_check (day, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reserve_check
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE reserve_signature (
  check_id bigint PRIMARY KEY REFERENCES reserve_check,
  public_key text NOT NULL,
  signature text NOT NULL,
  hot_signature text NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reserve_signature
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE proof_check (
  day date PRIMARY KEY REFERENCES proof_day,
  problems text[] NOT NULL,
  checked_at timestamptz NOT NULL
);

-- Times are real. All sales stop when a trouble lasts a day.
CREATE TABLE proof_trouble (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- See `TroubleKind` in proofs/reserves/trouble.store.ts.
  kind text NOT NULL CHECK (kind IN ('unproven', 'broken', 'unread')),
  detail text NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz CHECK (until >= since)
);
CREATE UNIQUE INDEX proof_trouble_now ON proof_trouble (kind) WHERE until IS NULL;
