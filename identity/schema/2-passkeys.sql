-- A passkey can confirm one action at a time instead of the wallet password. Real clock.

CREATE TABLE passkey (
  id text PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- Valid only in sessions of this device and host.
  device_id text NOT NULL,
  rp_id text NOT NULL,
  user_agent text NOT NULL,
  -- Credential ID, base64url, and the public key in COSE format.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- Signature counter; always 0 if the device does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('removed', 'password_changed', 'restored', 'copied')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX passkey_wallet ON passkey (wallet_id, created_at);
CREATE INDEX passkey_ended ON passkey (ended_at) WHERE ended_at IS NOT NULL;

-- Used challenges, valid once. Rotating partitions of ten minutes.
CREATE TABLE passkey_challenge (
  -- From the creation time in the name, so a name has exactly one partition.
  part smallint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (part, name)
) PARTITION BY LIST (part);
CREATE TABLE passkey_challenge_0 PARTITION OF passkey_challenge FOR VALUES IN (0);
CREATE TABLE passkey_challenge_1 PARTITION OF passkey_challenge FOR VALUES IN (1);
CREATE TABLE passkey_challenge_2 PARTITION OF passkey_challenge FOR VALUES IN (2);
CREATE TABLE passkey_challenge_3 PARTITION OF passkey_challenge FOR VALUES IN (3);
GRANT TRUNCATE ON passkey_challenge_0, passkey_challenge_1, passkey_challenge_2, passkey_challenge_3 TO glasshouse;
