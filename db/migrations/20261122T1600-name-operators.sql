-- Why: no operator alone. Operators have names and keys; what moves money, names an owner or an approver, or loosens a rule is
-- proposed by one and carried out by another; every line of the log carries a key and a signature.

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

-- A proposal is what was signed; it is ended once and never changed.
CREATE FUNCTION operator_proposal_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.done_at IS NOT NULL OR OLD.refused_at IS NOT NULL
    OR (OLD.id, OLD.verb, OLD.args, OLD.flags, OLD.will, OLD.guard, OLD.text, OLD.proposed_by, OLD.signature, OLD.proposed_at, OLD.expires_at)
      IS DISTINCT FROM
      (NEW.id, NEW.verb, NEW.args, NEW.flags, NEW.will, NEW.guard, NEW.text, NEW.proposed_by, NEW.signature, NEW.proposed_at, NEW.expires_at)
  THEN
    RAISE EXCEPTION 'update of proposal % is refused: it is what was signed, and ends once', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_proposal_is_final BEFORE UPDATE ON operator_proposal
  FOR EACH ROW EXECUTE FUNCTION operator_proposal_is_final();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON operator_proposal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The transaction of a verb says on whose word it runs: 'one' for one operator's, the number of the proposal for two.
-- An answer without a proposal that was carried out in this transaction is no.
CREATE FUNCTION has_word_of_two() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.operator_proposal p
    WHERE p.id::text = current_setting('glasshouse.word', true) AND p.done_at IS NOT NULL)
$$;

CREATE FUNCTION refuse_one_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it takes the word of two operators', tg_op, tg_table_name USING ERRCODE = 'GH005';
END $$;

-- On the word of one, no money moves.
CREATE TRIGGER word_of_two BEFORE INSERT ON posting
  FOR EACH STATEMENT WHEN (current_setting('glasshouse.word', true) = 'one') EXECUTE FUNCTION refuse_one_word();

-- Who approves withdrawals, and whose coins those of a venue are, is never said by one, however it is written.
CREATE TRIGGER word_of_two BEFORE INSERT ON approver
  FOR EACH STATEMENT WHEN (NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();
CREATE TRIGGER word_of_two BEFORE INSERT ON venue_address
  FOR EACH STATEMENT WHEN (NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();

-- Operators neither, but for the first two of a house, and those of a demo.
CREATE FUNCTION operator_is_named_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND (OLD.name, OLD.public_key, OLD.is_demo, OLD.added_at) IS DISTINCT FROM (NEW.name, NEW.public_key, NEW.is_demo, NEW.added_at)
    OR tg_op = 'UPDATE' AND OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'update of operator % is refused: who they were is kept', OLD.name USING ERRCODE = 'GH001';
  END IF;
  IF has_word_of_two() OR (tg_op = 'INSERT' AND (NEW.is_demo OR (SELECT count(*) FROM operator WHERE NOT is_demo) < 2)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% of operator is refused: it takes the word of two operators', tg_op USING ERRCODE = 'GH005';
END $$;
CREATE TRIGGER operator_is_named_by_two BEFORE INSERT OR UPDATE ON operator
  FOR EACH ROW EXECUTE FUNCTION operator_is_named_by_two();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON operator
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines from before operators had keys stay as they are; every line from now on is signed.
ALTER TABLE operator_log
  ADD COLUMN operator text REFERENCES operator (name),
  ADD COLUMN public_key text,
  ADD COLUMN signature text,
  -- The proposal it carries out, or makes.
  ADD COLUMN proposal bigint REFERENCES operator_proposal (id),
  -- Whether everybody may read what was changed. The rest is public as a digest: it names wallets and says why.
  ADD COLUMN is_public boolean NOT NULL DEFAULT false;
ALTER TABLE operator_log ADD CONSTRAINT operator_log_is_signed
  CHECK (operator IS NOT NULL AND public_key IS NOT NULL AND signature IS NOT NULL) NOT VALID;
