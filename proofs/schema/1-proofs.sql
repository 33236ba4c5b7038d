-- The proof of what the house owes, made of the books as each business day left them (docs/proof-format.md).

-- A day's statement, and what its tree is made again of.
CREATE TABLE proof_day (
  day date PRIMARY KEY,
  -- What is signed and published, byte by byte, and its SHA-256, which the next statement names.
  text text NOT NULL,
  hash text NOT NULL UNIQUE,
  -- What nonces, places and empty leaves come from. Whoever knows it can try amounts out, so it is told to nobody.
  seed bytea NOT NULL CHECK (length(seed) = 32),
  -- The nodes above the blocks.
  block_tops bytea NOT NULL,
  built_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The house's signature over a statement.
CREATE TABLE proof_signature (
  day date PRIMARY KEY REFERENCES proof_day,
  public_key text NOT NULL,
  signature text NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_signature
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The leaves of the latest days, 1,024 in a block. The leaves of earlier days can be made again of the seed and the books.
CREATE TABLE proof_block (
  day date NOT NULL REFERENCES proof_day,
  number int4 NOT NULL,
  leaves bytea NOT NULL,
  PRIMARY KEY (day, number)
);

-- Whose leaves they are: many owners a row, in the order of their names, a line each.
CREATE TABLE proof_owners (
  day date NOT NULL REFERENCES proof_day,
  first text COLLATE "C" NOT NULL,
  lines text NOT NULL,
  PRIMARY KEY (day, first)
);
