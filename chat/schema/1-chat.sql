-- Times are business time.

CREATE TABLE chat_thread (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('support', 'otc')),
  -- Wallet ID for support, transaction number for otc.
  subject text NOT NULL CHECK (subject ~ '^[0-9A-Za-z]{1,24}$'),
  opened_at timestamptz NOT NULL,
  staff_since timestamptz,
  staff_read integer NOT NULL DEFAULT 0,
  -- The holder's next message reopens a support thread.
  closed_at timestamptz,
  last_number integer NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL,
  UNIQUE (kind, subject),
  CHECK (kind <> 'support' OR staff_since IS NOT NULL),
  CHECK (staff_read BETWEEN 0 AND last_number)
);
CREATE INDEX chat_thread_waiting ON chat_thread (last_at) WHERE staff_since IS NOT NULL AND closed_at IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON chat_thread
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_party (
  thread_id bigint NOT NULL REFERENCES chat_thread (id),
  wallet_id text NOT NULL REFERENCES wallet (id),
  delivered integer NOT NULL DEFAULT 0,
  read integer NOT NULL DEFAULT 0,
  -- Language of support replies.
  language text NOT NULL DEFAULT 'en',
  -- Copied from the thread to sort by the newest.
  at timestamptz NOT NULL,
  PRIMARY KEY (thread_id, wallet_id),
  CHECK (read BETWEEN 0 AND delivered)
);
CREATE INDEX chat_party_wallet ON chat_party (wallet_id, at DESC);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON chat_party
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_staff_picture (
  id text PRIMARY KEY,
  bytes bytea NOT NULL,
  CHECK (id = encode(sha256(bytes), 'hex'))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_staff_picture
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE chat_message (
  thread_id bigint NOT NULL REFERENCES chat_thread (id),
  number integer NOT NULL CHECK (number > 0),
  wallet_id text,
  operator text REFERENCES operator (name),
  -- Ed25519 in base64url, over the text of chat/staff-text.ts.
  signature text CHECK (length(signature) = 86),
  at timestamptz NOT NULL,
  text text NOT NULL CHECK (length(text) <= 16000),
  picture text REFERENCES picture (id),
  staff_picture text REFERENCES chat_staff_picture (id),
  -- Idempotency key.
  request text NOT NULL UNIQUE,
  PRIMARY KEY (thread_id, number),
  FOREIGN KEY (thread_id, wallet_id) REFERENCES chat_party (thread_id, wallet_id),
  CHECK ((wallet_id IS NULL) = (operator IS NOT NULL)),
  CHECK ((operator IS NULL) = (signature IS NULL)),
  CHECK (picture IS NULL OR wallet_id IS NOT NULL),
  CHECK (staff_picture IS NULL OR operator IS NOT NULL),
  CHECK (text <> '' OR picture IS NOT NULL OR staff_picture IS NOT NULL)
);
CREATE INDEX chat_message_picture ON chat_message (picture) WHERE picture IS NOT NULL;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_message
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
