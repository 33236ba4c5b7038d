-- The address a wallet pays to, and the signature that proves the address to its holder.

-- One address for a wallet and a family of chains; never used for another wallet.
CREATE TABLE deposit_address (
  family text NOT NULL,
  -- The wallet's serial number, and the place in the derivation.
  index bigint NOT NULL,
  address text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  PRIMARY KEY (family, index),
  UNIQUE (family, wallet_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The signer's keys for addresses, each signed by the one before it. Statements name the last line, so none is ever exchanged unseen.
CREATE TABLE deposit_key (
  line int PRIMARY KEY CHECK (line > 0),
  public_key text NOT NULL UNIQUE,
  signature text NOT NULL,
  -- SHA-256 over line, key and the hash before, hexadecimal.
  hash text NOT NULL UNIQUE,
  kept_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_key
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE deposit_certificate (
  family text NOT NULL,
  wallet_id text NOT NULL,
  -- The signer's key for addresses and its signature over wallet, family and address: Ed25519, base64url.
  public_key text NOT NULL REFERENCES deposit_key (public_key),
  signature text NOT NULL,
  PRIMARY KEY (family, wallet_id, public_key),
  FOREIGN KEY (family, wallet_id) REFERENCES deposit_address (family, wallet_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_certificate
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
