-- Operators, what they propose, and the signed log of what they did.

-- Who may type a verb, by the public half of a key that only they hold: Ed25519, base64url. Neither name nor key is given twice.
CREATE TABLE operator (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  public_key text NOT NULL UNIQUE CHECK (length(public_key) = 43),
  -- Its key is known to everybody: it counts in a demo alone.
  is_demo boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL,
  -- Nothing is taken from them from here on.
  ended_at timestamptz CHECK (ended_at >= added_at)
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON operator
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What one operator asks for and another one carries out. Times are of the business clock.
CREATE TABLE operator_proposal (
  id bigint PRIMARY KEY,
  verb text NOT NULL,
  args jsonb NOT NULL,
  flags jsonb NOT NULL,
  -- What the verb said it would change, line by line, when it was proposed.
  will jsonb NOT NULL,
  guard text NOT NULL CHECK (guard IN ('two', 'two-or-72h')),
  -- What both sign, to the letter, and its SHA-256.
  text text NOT NULL,
  hash text NOT NULL CHECK (hash = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  proposed_by text NOT NULL REFERENCES operator (name),
  signature text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > proposed_at),
  approved_by text REFERENCES operator (name),
  approval text,
  done_at timestamptz,
  refused_by text REFERENCES operator (name),
  refused_at timestamptz,
  refusal text,
  CHECK ((approved_by IS NULL) = (done_at IS NULL) AND (approved_by IS NULL) = (approval IS NULL)),
  CHECK ((refused_by IS NULL) = (refused_at IS NULL) AND (refused_by IS NULL) = (refusal IS NULL)),
  CHECK (done_at IS NULL OR refused_at IS NULL),
  CHECK (done_at >= proposed_at AND done_at < expires_at),
  -- The rule itself: another operator, or for some verbs the same one three days later.
  CHECK (approved_by <> proposed_by OR (guard = 'two-or-72h' AND done_at >= proposed_at + interval '72 hours'))
);
CREATE INDEX operator_proposal_open ON operator_proposal (id) WHERE done_at IS NULL AND refused_at IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON operator_proposal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What operators did. Each row carries the hash of the one before it, so that none can be taken out unnoticed.
CREATE TABLE operator_log (
  id int8 PRIMARY KEY,
  at timestamptz NOT NULL,
  verb text NOT NULL,
  args jsonb NOT NULL,
  changed jsonb NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL UNIQUE,
  operator text NOT NULL REFERENCES operator (name),
  public_key text NOT NULL,
  signature text NOT NULL,
  -- The proposal it carries out, or makes.
  proposal bigint REFERENCES operator_proposal (id),
  -- Whether everybody may read what was changed. The rest is public as a digest: it names wallets and says why.
  is_public boolean NOT NULL DEFAULT false,
  -- What everybody may read of a line that names a wallet: the same without the wallet.
  told jsonb,
  -- 16 random bytes in the digests of what was typed and changed, so that nobody finds an amount of a known wallet by trying: base64url.
  salt text NOT NULL CHECK (length(salt) = 22),
  CHECK (told IS NULL OR NOT is_public)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The end of the log, signed and published each day.
CREATE TABLE operator_log_head (
  day date PRIMARY KEY,
  -- The last line of the log when the day's head was published, and its hash.
  line bigint NOT NULL,
  hash text NOT NULL,
  -- By the house's key for publishing: Ed25519, base64url.
  public_key text NOT NULL,
  signature text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What operators took from a holder, a fund or the sender of a payment. Times are of the business clock.
CREATE TABLE operator_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- "wallet:<id>", "fund:<id>", "deposit:<id>", or "network:<a /24 or /48>".
  subject text NOT NULL,
  -- suspension, withdrawals, value, block: holds until its end or until the next of the same kind.
  -- sessions, address, mailbox, return: done at once, and counts as the time until its end.
  kind text NOT NULL CHECK (kind IN ('suspension', 'withdrawals', 'value', 'block', 'sessions', 'address', 'mailbox', 'return')),
  at timestamptz NOT NULL,
  -- The same moment where it was ended.
  until timestamptz NOT NULL CHECK (until >= at),
  CONSTRAINT operator_stop_cost CHECK (until - at = CASE kind WHEN 'sessions' THEN interval '24 hours'
    WHEN 'address' THEN interval '72 hours' WHEN 'mailbox' THEN interval '72 hours' WHEN 'return' THEN interval '72 hours'
    ELSE until - at END)
);
CREATE INDEX operator_stop_subject ON operator_stop (subject, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_stop
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who does not want a proposal to be carried out, each once.
CREATE TABLE operator_refusal (
  proposal bigint NOT NULL REFERENCES operator_proposal (id),
  operator text NOT NULL REFERENCES operator (name),
  reason text NOT NULL CHECK (reason <> ''),
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (proposal, operator)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_refusal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The product reads what operators said; only the command line writes it.
REVOKE INSERT, UPDATE, DELETE ON operator, operator_proposal, operator_log, operator_refusal, operator_stop FROM glasshouse;
GRANT INSERT, UPDATE ON operator, operator_proposal, operator_log, operator_refusal, operator_stop TO glasshouse_operators;
