-- Wallets and the public keys of their holders.

CREATE TABLE wallet (
  id text PRIMARY KEY CHECK (id ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  serial bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- Permanent. Only depth 0 has no sponsor.
  sponsor_id text REFERENCES wallet (id),
  depth integer NOT NULL CHECK (depth >= 0),
  -- A distant ancestor (skew-binary jumps), so any ancestor is found in O(log depth) steps. A root points to itself.
  jump_id text NOT NULL REFERENCES wallet (id),
  nickname text NOT NULL DEFAULT '' CHECK (length(nickname) <= 240),
  password_hash text,
  created_at timestamptz NOT NULL,
  activated_at timestamptz,
  withdrawals_held_until timestamptz,
  hold_reason text CHECK (hold_reason IN ('password', 'authenticator', 'restore', 'unfreeze', 'mail', 'passkey')),
  frozen_at timestamptz,
  -- Set by an operator. The holder sees the reason.
  banned_at timestamptz,
  ban_reason text,
  withdrawal_ban_reason text,
  withdrawal_ban_until timestamptz,
  -- Current declared residence, ISO 3166-1 alpha-2.
  region text CHECK (region ~ '^[A-Z]{2}$'),
  warned_at timestamptz,
  warn_reason text,
  banned_until timestamptz,
  CHECK ((sponsor_id IS NULL) = (depth = 0)),
  CHECK ((withdrawals_held_until IS NULL) = (hold_reason IS NULL)),
  CHECK ((banned_at IS NULL) = (ban_reason IS NULL)),
  CONSTRAINT wallet_warning_has_reason CHECK ((warned_at IS NULL) = (warn_reason IS NULL)),
  CONSTRAINT wallet_suspension_ends CHECK ((banned_at IS NULL) = (banned_until IS NULL) AND banned_until > banned_at)
);
CREATE INDEX wallet_sponsor ON wallet (sponsor_id, serial);
CREATE INDEX wallet_suspended ON wallet (banned_until) WHERE banned_until IS NOT NULL;

-- Maintained counts of invited and activated wallets, so no query counts rows.
CREATE TABLE referral_count (
  sponsor_id text PRIMARY KEY REFERENCES wallet (id),
  referrals bigint NOT NULL CHECK (referrals > 0),
  activated bigint NOT NULL CHECK (activated BETWEEN 0 AND referrals)
);

-- History of declared regions.
CREATE TABLE wallet_region (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  region text NOT NULL CHECK (region ~ '^[A-Z]{2}$'),
  declared_at timestamptz NOT NULL
);
CREATE INDEX wallet_region_of_wallet ON wallet_region (wallet_id, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_region
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE identity_key (
  -- Ed25519 public key, base64url.
  pub text PRIMARY KEY CHECK (length(pub) = 43),
  wallet_id text NOT NULL REFERENCES wallet (id),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- Message and both signatures of the handover, so anyone who pinned the old key can verify the new one.
  old_pub text REFERENCES identity_key (pub),
  handover_message text,
  handover_old_signature text,
  handover_new_signature text,
  -- When the signer received the key, which must precede the first bound address.
  pinned_at timestamptz,
  CHECK ((old_pub IS NULL) = (handover_message IS NULL))
);
CREATE UNIQUE INDEX identity_key_active ON identity_key (wallet_id) WHERE revoked_at IS NULL;
CREATE INDEX identity_key_unpinned ON identity_key (created_at) WHERE pinned_at IS NULL;

CREATE TABLE identity_certificate (
  pub text NOT NULL REFERENCES identity_key (pub),
  chain text NOT NULL,
  address text NOT NULL,
  iat bigint NOT NULL,
  old_signature text NOT NULL,
  new_signature text NOT NULL,
  PRIMARY KEY (pub, chain)
);
