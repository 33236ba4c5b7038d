-- Passkeys: keys of devices that may confirm one act each, in place of the wallet password. Real clock.

CREATE TABLE passkey (
  -- What its holder's list names it by.
  id text PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- The device and the page it was made on: it serves in sessions of these alone.
  device_id text NOT NULL,
  rp_id text NOT NULL,
  -- How that device's browser described itself, as a hint for people.
  user_agent text NOT NULL,
  -- The device's name of the key, base64url, and the public half as COSE writes it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often the device says it signed; always 0 where it does not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  -- How a browser reaches the device, separated by commas: "internal", "usb" …
  transports text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('removed', 'password_changed', 'restored', 'copied')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX passkey_wallet ON passkey (wallet_id, created_at);
CREATE INDEX passkey_ended ON passkey (ended_at) WHERE ended_at IS NOT NULL;

-- Challenges that a passkey signed: each serves once. A round of partitions, ten minutes each.
CREATE TABLE passkey_challenge (
  -- Of the moment it was made, which its own name tells: a name has one partition.
  part smallint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (part, name)
) PARTITION BY LIST (part);
CREATE TABLE passkey_challenge_0 PARTITION OF passkey_challenge FOR VALUES IN (0);
CREATE TABLE passkey_challenge_1 PARTITION OF passkey_challenge FOR VALUES IN (1);
CREATE TABLE passkey_challenge_2 PARTITION OF passkey_challenge FOR VALUES IN (2);
CREATE TABLE passkey_challenge_3 PARTITION OF passkey_challenge FOR VALUES IN (3);
-- A partition that has served is cleared whole.
GRANT TRUNCATE ON passkey_challenge_0, passkey_challenge_1, passkey_challenge_2, passkey_challenge_3 TO glasshouse;
