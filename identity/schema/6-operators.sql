-- Operators, their proposals, and the signed log of their actions.

-- Authorized operators with an Ed25519 public key, base64url. Names and keys are never reused.
CREATE TABLE operator (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{1,30}$'),
  public_key text NOT NULL UNIQUE CHECK (length(public_key) = 43),
  is_demo boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at >= added_at)
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON operator
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Commands that one operator proposes and another executes. Business clock.
CREATE TABLE operator_proposal (
  id bigint PRIMARY KEY,
  verb text NOT NULL,
  args jsonb NOT NULL,
  flags jsonb NOT NULL,
  will jsonb NOT NULL,
  guard text NOT NULL CHECK (guard IN ('two', 'two-or-72h')),
  -- The exact text that both operators sign, and its SHA-256.
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
  CHECK (approved_by <> proposed_by OR (guard = 'two-or-72h' AND done_at >= proposed_at + interval '72 hours'))
);
CREATE INDEX operator_proposal_open ON operator_proposal (id) WHERE done_at IS NULL AND refused_at IS NULL;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON operator_proposal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Hash chain: each row has the previous hash, which reveals removed rows.
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
  proposal bigint REFERENCES operator_proposal (id),
  -- If false, only a digest is public, because the changes name wallets and reasons.
  is_public boolean NOT NULL DEFAULT false,
  -- Public part of an entry that names a wallet, without the wallet.
  told jsonb,
  -- 16 random bytes, base64url, in the digests, so no one can guess a known wallet's amounts.
  salt text NOT NULL CHECK (length(salt) = 22),
  CHECK (told IS NULL OR NOT is_public)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_log_head (
  day date PRIMARY KEY,
  line bigint NOT NULL,
  hash text NOT NULL,
  -- Our publishing key: Ed25519, base64url.
  public_key text NOT NULL,
  signature text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Restrictions by operators on a holder, fund or deposit sender. Business clock.
CREATE TABLE operator_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL,
  -- suspension, withdrawals, value and block last until their end or the next stop of the same kind. sessions, address, mailbox and return
  -- are immediate, and `until` only sets how long they count.
  kind text NOT NULL CHECK (kind IN ('suspension', 'withdrawals', 'value', 'block', 'sessions', 'address', 'mailbox', 'return')),
  at timestamptz NOT NULL,
  until timestamptz NOT NULL CHECK (until >= at),
  CONSTRAINT operator_stop_cost CHECK (until - at = CASE kind WHEN 'sessions' THEN interval '24 hours'
    WHEN 'address' THEN interval '72 hours' WHEN 'mailbox' THEN interval '72 hours' WHEN 'return' THEN interval '72 hours'
    ELSE until - at END)
);
CREATE INDEX operator_stop_subject ON operator_stop (subject, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_stop
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_refusal (
  proposal bigint NOT NULL REFERENCES operator_proposal (id),
  operator text NOT NULL REFERENCES operator (name),
  reason text NOT NULL CHECK (reason <> ''),
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (proposal, operator)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_refusal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only the command line writes these tables; the server reads them.
REVOKE INSERT, UPDATE, DELETE ON operator, operator_proposal, operator_log, operator_refusal, operator_stop FROM glasshouse;
GRANT INSERT, UPDATE ON operator, operator_proposal, operator_log, operator_refusal, operator_stop TO glasshouse_operators;
