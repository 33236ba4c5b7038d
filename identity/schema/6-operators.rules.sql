-- Functions, triggers and views for 6-operators.sql.
CREATE OR REPLACE FUNCTION has_word_of_two() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.operator_proposal p
    WHERE p.id::text = current_setting('glasshouse.word', true) AND p.done_at IS NOT NULL
      AND is_of_this_transaction(p.xmin))
$$;

CREATE OR REPLACE FUNCTION refuse_one_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it takes the word of two operators', tg_op, tg_table_name USING ERRCODE = 'GH005';
END $$;

-- A proposal never changes and ends once, at the current time. An operator who has not refused it may execute it, the proposer only if no
-- other operator refused it. Its proposer or two others may refuse it.
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
CREATE OR REPLACE TRIGGER operator_proposal_is_final BEFORE UPDATE ON operator_proposal
  FOR EACH ROW EXECUTE FUNCTION operator_proposal_is_final();

-- Adding or ending an operator takes two operators, except when adding one of the first two or a demo operator.
CREATE OR REPLACE FUNCTION operator_is_named_by_two() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER operator_is_named_by_two BEFORE INSERT OR UPDATE ON operator
  FOR EACH ROW EXECUTE FUNCTION operator_is_named_by_two();

CREATE OR REPLACE FUNCTION refuse_demo_operator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_demo AND has_real_coins() THEN
    RAISE EXCEPTION 'an operator of a demo is refused: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER refuse_demo_operator BEFORE INSERT OR UPDATE ON operator
  FOR EACH ROW EXECUTE FUNCTION refuse_demo_operator();

-- With one operator's authority, all stops of a holder or fund total at most 72 hours within any seven days.
CREATE OR REPLACE FUNCTION operator_stop_is_within_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    WITH closing AS (
      SELECT at AS since, CASE WHEN kind IN ('suspension', 'withdrawals', 'value', 'block')
        THEN least(until, coalesce(lead(at) OVER (PARTITION BY kind ORDER BY id), until)) ELSE until END AS until
      FROM operator_stop WHERE subject = NEW.subject
    ), span AS (SELECT until AS ends FROM closing UNION SELECT since + interval '7 days' FROM closing)
    SELECT FROM span WHERE ends > NEW.at AND interval '72 hours' < (
      SELECT sum(greatest(interval '0', least(c.until, ends) - greatest(c.since, ends - interval '7 days'))) FROM closing c)
  ) THEN
    RAISE EXCEPTION 'insert of operator_stop is refused: more than 72 hours within seven days takes the word of two operators'
      USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS word_of_two ON operator_stop;
CREATE OR REPLACE TRIGGER operator_stop_is_within_budget AFTER INSERT ON operator_stop
  FOR EACH ROW WHEN (NOT has_word_of_two()) EXECUTE FUNCTION operator_stop_is_within_budget();

-- Whether two operators authorized this transaction, or it recorded this stop.
CREATE OR REPLACE FUNCTION is_taken_by_operators(whose text, what text) RETURNS boolean LANGUAGE sql AS $$
  SELECT has_word_of_two() OR EXISTS (SELECT FROM public.operator_stop s
    WHERE s.subject = whose AND s.kind = what AND is_of_this_transaction(s.xmin))
$$;

CREATE OR REPLACE FUNCTION session_end_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_taken_by_operators('wallet:' || NEW.wallet_id, 'sessions') THEN
    RAISE EXCEPTION 'update of session is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER session_end_is_counted AFTER UPDATE OF end_reason ON session
  FOR EACH ROW WHEN (NEW.end_reason = 'by_operator' AND OLD.end_reason IS DISTINCT FROM NEW.end_reason) EXECUTE FUNCTION session_end_is_counted();

CREATE OR REPLACE FUNCTION ban_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.banned_until IS NOT NULL AND NEW.banned_until IS DISTINCT FROM OLD.banned_until
      AND NOT is_taken_by_operators('wallet:' || NEW.id, 'suspension'))
    OR (NEW.withdrawal_ban_until IS NOT NULL AND NEW.withdrawal_ban_until IS DISTINCT FROM OLD.withdrawal_ban_until
      AND NOT is_taken_by_operators('wallet:' || NEW.id, 'withdrawals')) THEN
    RAISE EXCEPTION 'update of wallet is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ban_is_counted AFTER UPDATE OF banned_until, withdrawal_ban_until ON wallet
  FOR EACH ROW WHEN (current_setting('glasshouse.word', true) = 'one') EXECUTE FUNCTION ban_is_counted();

CREATE OR REPLACE FUNCTION mailbox_kept_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_taken_by_operators('wallet:' || NEW.wallet_id, 'mailbox') THEN
    RAISE EXCEPTION 'update of mailbox is refused: what one operator takes is counted' USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mailbox_kept_is_counted AFTER UPDATE OF released_from ON mailbox
  FOR EACH ROW WHEN (current_setting('glasshouse.word', true) = 'one') EXECUTE FUNCTION mailbox_kept_is_counted();

-- Proposals start when inserted and live seven days. The signed text names the time, so a different time is refused, not corrected.
CREATE OR REPLACE FUNCTION operator_proposal_begins_now() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER operator_proposal_begins_now BEFORE INSERT ON operator_proposal
  FOR EACH ROW EXECUTE FUNCTION operator_proposal_begins_now();

CREATE OR REPLACE FUNCTION operator_refusal_is_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.refused_at := business_now();
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER operator_refusal_is_now BEFORE INSERT ON operator_refusal
  FOR EACH ROW EXECUTE FUNCTION operator_refusal_is_now();

-- All log heads use one key, derived from the database's original secret.
CREATE OR REPLACE FUNCTION heads_have_one_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM operator_log_head WHERE public_key <> NEW.public_key) THEN
    RAISE EXCEPTION 'the head of % is refused: the heads before it are signed by another key', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER heads_have_one_key BEFORE INSERT ON operator_log_head
  FOR EACH ROW EXECUTE FUNCTION heads_have_one_key();
