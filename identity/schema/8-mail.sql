-- Mailboxes, mail codes and the mail queue.

CREATE TABLE mailbox (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  sealed_address bytea NOT NULL,
  -- HMAC of the address: one mailbox per wallet, and a stolen table reveals no address.
  digest text NOT NULL UNIQUE,
  language text NOT NULL,
  bound_at timestamptz NOT NULL,
  heard_at timestamptz NOT NULL,
  -- From this time (business clock) the mailbox can be replaced without its code, because two operators confirmed its loss.
  released_from timestamptz,
  told_at timestamptz,
  CHECK (told_at IS NULL OR released_from IS NOT NULL)
);

-- Latest code per wallet and purpose.
CREATE TABLE mail_code (
  wallet_id text NOT NULL REFERENCES wallet (id),
  scene text NOT NULL CHECK (scene IN ('bind', 'rebind', 'password', 'hello')),
  digest text NOT NULL,
  session_id text NOT NULL,
  -- Security digest when the code was sent. Any change invalidates the code.
  guards text NOT NULL,
  -- HMAC of the code with all of the above.
  code_sum text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, scene)
);
CREATE INDEX mail_code_sent ON mail_code (sent_at);

-- Encrypted content is deleted after sending or the last attempt, the row after a day. The demo keeps its mails.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL,
  wallet_id text NOT NULL,
  kind text NOT NULL,
  sealed bytea,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Null after sending or the last attempt.
  due_at timestamptz,
  sent_at timestamptz,
  CHECK (due_at IS NULL OR sent_at IS NULL)
);
CREATE INDEX mail_due ON mail (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mail_of_mailbox ON mail (digest, created_at);
CREATE INDEX mail_created ON mail (created_at);
