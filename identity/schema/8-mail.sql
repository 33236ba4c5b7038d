-- E-mail: the mailboxes of wallets, the codes sent to them, and the mails on their way. An address is kept sealed; what tells two apart is a keyed sum.

CREATE TABLE mailbox (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  -- The address as its holder wrote it, sealed for this wallet.
  sealed_address bytea NOT NULL,
  -- A keyed sum of the address: one mailbox belongs to one wallet, and a stolen table names nobody.
  digest text NOT NULL UNIQUE,
  -- In which language its mails are written.
  language text NOT NULL,
  -- Real clock, like all of this file.
  bound_at timestamptz NOT NULL,
  -- When a code sent there last came back.
  heard_at timestamptz NOT NULL,
  -- Its holder cannot read it, two operators said: from this moment of the business clock another one is bound without a code of it.
  released_from timestamptz,
  -- When it was told so.
  told_at timestamptz,
  CHECK (told_at IS NULL OR released_from IS NOT NULL)
);

-- The newest code of a wallet for each purpose; a new one takes the place of the one before it.
CREATE TABLE mail_code (
  wallet_id text NOT NULL REFERENCES wallet (id),
  scene text NOT NULL CHECK (scene IN ('bind', 'rebind', 'password', 'hello')),
  -- Where it was sent, and from which session.
  digest text NOT NULL,
  session_id text NOT NULL,
  -- A digest of what guarded the wallet then: under any other the code does not serve.
  guards text NOT NULL,
  -- A keyed sum of the code with all of the above.
  code_sum text NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, scene)
);
CREATE INDEX mail_code_sent ON mail_code (sent_at);

-- Mails to be sent. What is in one is sealed, and gone once it was sent or given up; its row goes after a day. The demo has no mailboxes outside and keeps what is in them.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL,
  -- Whose wallet it tells of.
  wallet_id text NOT NULL,
  kind text NOT NULL,
  sealed bytea,
  created_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  -- When it is tried next; null when it was sent or given up.
  due_at timestamptz,
  sent_at timestamptz,
  CHECK (due_at IS NULL OR sent_at IS NULL)
);
CREATE INDEX mail_due ON mail (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mail_of_mailbox ON mail (digest, created_at);
CREATE INDEX mail_created ON mail (created_at);
