-- Deposit addresses, and the signatures that prove them to their holders.

-- A wallet's address is never reused for another wallet.
CREATE TABLE deposit_address (
  family text NOT NULL,
  -- Derivation index.
  index bigint NOT NULL,
  address text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  PRIMARY KEY (family, index),
  UNIQUE (family, wallet_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each certifying key is signed by the previous one. Statements include the last line, so a swap is visible.
CREATE TABLE deposit_key (
  line int PRIMARY KEY CHECK (line > 0),
  public_key text NOT NULL UNIQUE,
  signature text NOT NULL,
  -- SHA-256 over line, key and previous hash, hexadecimal.
  hash text NOT NULL UNIQUE,
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deposit_certificate (
  family text NOT NULL,
  wallet_id text NOT NULL,
  -- Ed25519 signature over wallet, family and address, base64url.
  public_key text NOT NULL REFERENCES deposit_key (public_key),
  signature text NOT NULL,
  PRIMARY KEY (family, wallet_id, public_key),
  FOREIGN KEY (family, wallet_id) REFERENCES deposit_address (family, wallet_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_certificate
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
