-- Why: whoever could write SQL put a proposal's beginning back by three days and then went on alone; and one operator alone ended every
-- proposal of the others. The database now says when a proposal is made and when words are given, and one refusal ends one's own word.

-- The business clock as the database reads it at this very moment.
CREATE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds', clock_timestamp()) + (SELECT offset_ms FROM public.demo_clock) * interval '1 millisecond'
$$;

-- Where real networks are, nobody moves that clock.
CREATE FUNCTION refuse_moved_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.offset_ms <> OLD.offset_ms AND EXISTS (SELECT FROM public.network WHERE NOT demo) THEN
    RAISE EXCEPTION 'the clock stays: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_moved_clock BEFORE UPDATE ON demo_clock
  FOR EACH ROW EXECUTE FUNCTION refuse_moved_clock();

-- A proposal begins when it is written, whatever its text says, and lives for seven days. What was signed names the moment, so that
-- it cannot be put right here: another moment is refused.
CREATE FUNCTION operator_proposal_begins_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.proposed_at NOT BETWEEN business_now() - interval '1 minute' AND business_now() + interval '1 second'
    OR NEW.expires_at <> NEW.proposed_at + interval '7 days' THEN
    RAISE EXCEPTION 'proposal % is refused: it begins now and lives for seven days', NEW.id USING ERRCODE = 'GH001';
  END IF;
  IF NEW.done_at IS NOT NULL OR NEW.refused_at IS NOT NULL THEN
    RAISE EXCEPTION 'proposal % is refused: nobody has given a word for it yet', NEW.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operator_proposal_begins_now BEFORE INSERT ON operator_proposal
  FOR EACH ROW EXECUTE FUNCTION operator_proposal_begins_now();

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
CREATE FUNCTION operator_refusal_is_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.refused_at := business_now();
  RETURN NEW;
END $$;
CREATE TRIGGER operator_refusal_is_now BEFORE INSERT ON operator_refusal
  FOR EACH ROW EXECUTE FUNCTION operator_refusal_is_now();

-- A proposal is what was signed; it is ended once and never changed. It is ended at this moment: carried out by somebody who has not
-- refused it, and by its proposer alone only where nobody else has; or refused by its proposer, or by two others.
CREATE OR REPLACE FUNCTION operator_proposal_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refusing text[];
BEGIN
  IF OLD.done_at IS NOT NULL OR OLD.refused_at IS NOT NULL
    OR (OLD.id, OLD.verb, OLD.args, OLD.flags, OLD.will, OLD.guard, OLD.text, OLD.proposed_by, OLD.signature, OLD.proposed_at, OLD.expires_at)
      IS DISTINCT FROM
      (NEW.id, NEW.verb, NEW.args, NEW.flags, NEW.will, NEW.guard, NEW.text, NEW.proposed_by, NEW.signature, NEW.proposed_at, NEW.expires_at)
  THEN
    RAISE EXCEPTION 'update of proposal % is refused: it is what was signed, and ends once', OLD.id USING ERRCODE = 'GH001';
  END IF;
  refusing := ARRAY(SELECT r.operator FROM operator_refusal r JOIN operator o ON o.name = r.operator
    WHERE r.proposal = NEW.id AND o.ended_at IS NULL AND r.operator <> NEW.proposed_by);
  IF NEW.done_at IS NOT NULL THEN
    NEW.done_at := business_now();
    IF NEW.approved_by = ANY (refusing) OR (NEW.approved_by = NEW.proposed_by AND cardinality(refusing) > 0) THEN
      RAISE EXCEPTION 'proposal % is refused: it takes the word of another operator', OLD.id USING ERRCODE = 'GH005';
    END IF;
  END IF;
  IF NEW.refused_at IS NOT NULL THEN
    NEW.refused_at := business_now();
    IF NEW.refused_by <> NEW.proposed_by AND cardinality(refusing) < 2 THEN
      RAISE EXCEPTION 'proposal % stays: its proposer ends it, or two others', OLD.id USING ERRCODE = 'GH005';
    END IF;
  END IF;
  RETURN NEW;
END $$;
