-- Why: wallets, the keys that prove them, sessions and second factors: who is asking.

CREATE TABLE wallet (
  id text PRIMARY KEY CHECK (id ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  serial bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- Who invited it; for good. Depth 0 has no sponsor.
  sponsor_id text REFERENCES wallet (id),
  depth integer NOT NULL CHECK (depth >= 0),
  -- An ancestor far above (skew-binary jumps), so that any ancestor is found in O(log depth) steps. A root points to itself.
  jump_id text NOT NULL REFERENCES wallet (id),
  nickname text NOT NULL DEFAULT '' CHECK (length(nickname) <= 20),
  password_hash text,
  created_at timestamptz NOT NULL,
  -- When the words were re-entered.
  activated_at timestamptz,
  -- On the business clock.
  withdrawals_held_until timestamptz,
  hold_reason text CHECK (hold_reason IN ('password', 'authenticator', 'restore', 'unfreeze')),
  -- By its holder.
  frozen_at timestamptz,
  -- By the operator, with the reason its holder reads.
  banned_at timestamptz,
  ban_reason text,
  withdrawal_ban_reason text,
  withdrawal_ban_until timestamptz,
  CHECK ((sponsor_id IS NULL) = (depth = 0)),
  CHECK ((withdrawals_held_until IS NULL) = (hold_reason IS NULL)),
  CHECK ((banned_at IS NULL) = (ban_reason IS NULL))
);
CREATE INDEX wallet_sponsor ON wallet (sponsor_id);

CREATE FUNCTION wallet_place_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a wallet''s place in the sponsor tree is fixed at creation';
END $$;
CREATE TRIGGER wallet_place_is_final BEFORE UPDATE OF id, sponsor_id, depth, jump_id ON wallet
  FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.sponsor_id IS DISTINCT FROM NEW.sponsor_id OR OLD.depth <> NEW.depth OR OLD.jump_id <> NEW.jump_id)
  EXECUTE FUNCTION wallet_place_is_final();

CREATE TABLE identity_key (
  -- Ed25519 public key, base64url.
  pub text PRIMARY KEY CHECK (length(pub) = 43),
  wallet_id text NOT NULL REFERENCES wallet (id),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  -- How this key took over: the message and both signatures, so that anyone who pinned the old key can check the new one.
  old_pub text REFERENCES identity_key (pub),
  handover_message text,
  handover_old_signature text,
  handover_new_signature text,
  CHECK ((old_pub IS NULL) = (handover_message IS NULL))
);
CREATE UNIQUE INDEX identity_key_active ON identity_key (wallet_id) WHERE revoked_at IS NULL;

-- Bound withdrawal addresses signed anew in a restore, by the old key and the new.
CREATE TABLE identity_certificate (
  pub text NOT NULL REFERENCES identity_key (pub),
  chain text NOT NULL,
  address text NOT NULL,
  iat bigint NOT NULL,
  old_signature text NOT NULL,
  new_signature text NOT NULL,
  PRIMARY KEY (pub, chain)
);

CREATE TABLE identity_challenge (
  cid text PRIMARY KEY,
  purpose text NOT NULL,
  pub text NOT NULL,
  challenge text NOT NULL,
  origin text NOT NULL,
  ip_prefix text NOT NULL,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- What it was used for, so that a repeat whose answer was lost gets the same: wallet, new key, and a hash of the caller's device and session point.
  wallet_id text REFERENCES wallet (id),
  new_pub text,
  caller text
);
CREATE INDEX identity_challenge_expires ON identity_challenge (expires_at);

CREATE TABLE session (
  id text PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  device_id text NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  -- The session's HMAC key, sealed.
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('signed_out', 'logged_in_elsewhere', 'restored', 'password_changed', 'expired')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX session_active ON session (wallet_id) WHERE ended_at IS NULL;
CREATE INDEX session_wallet ON session (wallet_id, created_at);

CREATE TABLE session_nonce (
  session_id text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  nonce text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (session_id, nonce)
);
CREATE INDEX session_nonce_at ON session_nonce (at);

CREATE TABLE wallet_token (
  token_hash text PRIMARY KEY,
  session_id text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX wallet_token_session ON wallet_token (session_id);

-- Tries in a row that were not right, kept for unknown wallets too, so that an answer does not tell which exist.
CREATE TABLE secret_tries (
  wallet_id text NOT NULL,
  scope text NOT NULL,
  tries integer NOT NULL,
  locks integer NOT NULL,
  locked_until timestamptz,
  at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, scope)
);
CREATE INDEX secret_tries_at ON secret_tries (at);

CREATE TABLE authenticator (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  -- Null until a code of the pending secret is confirmed.
  sealed_secret bytea,
  bound_at timestamptz,
  -- The last 30-second step whose code was accepted: no code serves twice.
  last_step bigint NOT NULL DEFAULT 0,
  sealed_pending bytea,
  CHECK ((sealed_secret IS NULL) = (bound_at IS NULL))
);

CREATE TABLE login_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('create', 'restore', 'password')),
  ok boolean NOT NULL,
  device_id text NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  known_device boolean NOT NULL
);
CREATE INDEX login_record_wallet ON login_record (wallet_id, id);
CREATE INDEX login_record_device ON login_record (wallet_id, device_id) WHERE ok;
