-- See docs/proof-format.md.

CREATE TABLE proof_day (
  day date PRIMARY KEY,
  -- Signed and published byte for byte. The next statement contains the hash.
  text text NOT NULL,
  hash text NOT NULL UNIQUE,
  -- Source of nonces, leaf positions and empty leaves. Keep it secret: anyone who knows it could guess amounts.
  seed bytea NOT NULL CHECK (length(seed) = 32),
  block_tops bytea NOT NULL,
  built_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE proof_signature (
  day date PRIMARY KEY REFERENCES proof_day,
  public_key text NOT NULL,
  signature text NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_signature
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- 1,024 leaves per block. Older leaves are rebuilt from the seed and the ledger.
CREATE TABLE proof_block (
  day date NOT NULL REFERENCES proof_day,
  number int4 NOT NULL,
  leaves bytea NOT NULL,
  PRIMARY KEY (day, number)
);

-- Many owners per row, one per line, sorted by name.
CREATE TABLE proof_owners (
  day date NOT NULL REFERENCES proof_day,
  first text COLLATE "C" NOT NULL,
  lines text NOT NULL,
  PRIMARY KEY (day, first)
);
