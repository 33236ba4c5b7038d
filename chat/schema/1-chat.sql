-- Conversations: who takes part, what was said, and how far each side has read. Times are of the business clock.

CREATE TABLE chat_thread (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('support', 'otc')),
  -- What it is about: of support the wallet's ID, of otc the number of the transaction.
  subject text NOT NULL CHECK (subject ~ '^[0-9A-Za-z]{1,24}$'),
  opened_at timestamptz NOT NULL,
  -- From when staff may read and write here: with support always, between traders only since they dispute.
  staff_since timestamptz,
  -- How far staff has read.
  staff_read integer NOT NULL DEFAULT 0,
  -- Closed by staff or by the end of what it is about. The holder's next message opens support's again.
  closed_at timestamptz,
  -- The number of the last message, and when it came.
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
  -- How far its app has fetched, and how far its holder has read.
  delivered integer NOT NULL DEFAULT 0,
  read integer NOT NULL DEFAULT 0,
  -- The language of its last message: answers of support are chosen in it.
  language text NOT NULL DEFAULT 'en',
  -- When the last message of the thread came, so that the newest threads are found first.
  at timestamptz NOT NULL,
  PRIMARY KEY (thread_id, wallet_id),
  CHECK (read BETWEEN 0 AND delivered)
);
CREATE INDEX chat_party_wallet ON chat_party (wallet_id, at DESC);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON chat_party
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Pictures staff sent. The operator signs a picture's ID, so it is of the bytes.
CREATE TABLE chat_staff_picture (
  id text PRIMARY KEY,
  -- A WebP.
  bytes bytea NOT NULL,
  CHECK (id = encode(sha256(bytes), 'hex'))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_staff_picture
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was said stays as it was said. Only who takes part can have said it, or an operator with a signature.
CREATE TABLE chat_message (
  thread_id bigint NOT NULL REFERENCES chat_thread (id),
  number integer NOT NULL CHECK (number > 0),
  -- Who said it: a wallet of the thread, or an operator.
  wallet_id text,
  operator text REFERENCES operator (name),
  -- By the operator's key over chat/staff-text.ts: Ed25519, base64url.
  signature text CHECK (length(signature) = 86),
  at timestamptz NOT NULL,
  text text NOT NULL CHECK (length(text) <= 16000),
  -- Of a wallet, or of staff.
  picture text REFERENCES picture (id),
  staff_picture text REFERENCES chat_staff_picture (id),
  -- Names what the sender meant to say once: a repeat finds it here.
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
