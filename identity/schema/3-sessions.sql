-- Sessions and login history.

CREATE TABLE session (
  id text PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  device_id text NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('signed_out', 'logged_in_elsewhere', 'restored', 'password_changed', 'expired', 'by_operator')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX session_active ON session (wallet_id) WHERE ended_at IS NULL;
CREATE INDEX session_wallet ON session (wallet_id, created_at);

-- The signed time determines the partition, so a replay always finds its nonce. No foreign key: a deleted session cannot be replayed.
CREATE TABLE session_nonce (
  -- Rotating partitions of ten minutes.
  part smallint NOT NULL,
  session_id text NOT NULL,
  nonce text NOT NULL,
  PRIMARY KEY (part, session_id, nonce)
) PARTITION BY LIST (part);
CREATE TABLE session_nonce_0 PARTITION OF session_nonce FOR VALUES IN (0);
CREATE TABLE session_nonce_1 PARTITION OF session_nonce FOR VALUES IN (1);
CREATE TABLE session_nonce_2 PARTITION OF session_nonce FOR VALUES IN (2);
CREATE TABLE session_nonce_3 PARTITION OF session_nonce FOR VALUES IN (3);
GRANT TRUNCATE ON session_nonce_0, session_nonce_1, session_nonce_2, session_nonce_3 TO glasshouse;

CREATE TABLE wallet_token (
  token_hash text PRIMARY KEY,
  session_id text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  -- Digest of the password hash at creation; a changed password invalidates the token.
  proved text NOT NULL,
  -- Digest of the action a passkey confirmed. Null after a password, which authorizes any.
  act text,
  passkey_id text REFERENCES passkey (id) ON DELETE CASCADE,
  CHECK ((act IS NULL) = (passkey_id IS NULL))
);
CREATE INDEX wallet_token_session ON wallet_token (session_id);
CREATE INDEX wallet_token_passkey ON wallet_token (passkey_id) WHERE passkey_id IS NOT NULL;

CREATE TABLE login_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('create', 'phrase', 'restore', 'password')),
  device_id text NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  known_device boolean NOT NULL
);
CREATE INDEX login_record_wallet ON login_record (wallet_id, id);
CREATE INDEX login_record_new ON login_record (wallet_id, at, id) WHERE NOT known_device AND kind <> 'create';
CREATE INDEX login_record_device ON login_record (wallet_id, device_id);

-- At most nine rows per wallet and hour: eight devices, and one for all others.
CREATE TABLE login_failure (
  -- Rotating partitions of a week.
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  hour timestamptz NOT NULL,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 8),
  device_id text NOT NULL CHECK ((device_id = '') = (place = 8)),
  times bigint NOT NULL CHECK (times > 0),
  at timestamptz NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  known_device boolean NOT NULL,
  PRIMARY KEY (part, wallet_id, hour, place),
  UNIQUE (part, wallet_id, hour, device_id)
) PARTITION BY LIST (part);
CREATE TABLE login_failure_0 PARTITION OF login_failure FOR VALUES IN (0);
CREATE TABLE login_failure_1 PARTITION OF login_failure FOR VALUES IN (1);
CREATE TABLE login_failure_2 PARTITION OF login_failure FOR VALUES IN (2);
CREATE TABLE login_failure_3 PARTITION OF login_failure FOR VALUES IN (3);
CREATE TABLE login_failure_4 PARTITION OF login_failure FOR VALUES IN (4);
CREATE TABLE login_failure_5 PARTITION OF login_failure FOR VALUES IN (5);
CREATE TABLE login_failure_6 PARTITION OF login_failure FOR VALUES IN (6);
CREATE TABLE login_failure_7 PARTITION OF login_failure FOR VALUES IN (7);
GRANT TRUNCATE ON login_failure_0, login_failure_1, login_failure_2, login_failure_3, login_failure_4, login_failure_5, login_failure_6, login_failure_7 TO glasshouse;
