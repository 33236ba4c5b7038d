-- Why: a deposit address is shown with the signer's own word that it is this wallet's, so that an edited database diverts nothing.

CREATE TABLE deposit_certificate (
  family text NOT NULL,
  wallet_id text NOT NULL,
  -- The signer's key for addresses and its signature over wallet, family and address: Ed25519, base64url.
  public_key text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (family, wallet_id),
  FOREIGN KEY (family, wallet_id) REFERENCES deposit_address (family, wallet_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_certificate
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
