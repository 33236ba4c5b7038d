-- Why: one operator alone suspended a wallet or held a fund again and again without an end, and took every approver's say away. What was
-- stopped stays known, so that what one may stop within a week can be counted; and two approvers stay unless two operators say otherwise.

-- What operators stopped of a wallet or a fund: each row holds until its end or until the next of the same kind. Times are of the business clock.
CREATE TABLE operator_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- "wallet:<id>" or "fund:<id>".
  subject text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('suspension', 'withdrawals', 'value')),
  at timestamptz NOT NULL,
  -- The same moment where it was ended.
  until timestamptz NOT NULL CHECK (until >= at)
);
CREATE INDEX operator_stop_subject ON operator_stop (subject, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_stop
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- On the word of one, nothing is stopped for more than 72 hours at once.
CREATE TRIGGER word_of_two BEFORE INSERT ON operator_stop
  FOR EACH ROW WHEN (current_setting('glasshouse.word', true) = 'one' AND NEW.until > NEW.at + interval '72 hours')
  EXECUTE FUNCTION refuse_one_word();

-- What is stopped now, from as far back as it can have begun.
INSERT INTO operator_stop (subject, kind, at, until)
  SELECT 'wallet:' || id, 'suspension', banned_at, banned_until FROM wallet WHERE banned_until IS NOT NULL
  UNION ALL
  SELECT 'wallet:' || id, 'withdrawals', withdrawal_ban_until - interval '30 days', withdrawal_ban_until
    FROM wallet WHERE withdrawal_ban_until IS NOT NULL
  UNION ALL
  SELECT 'fund:' || product_id, 'value', until - interval '72 hours', until FROM fund_hold;

-- On the word of one, the last two approvers keep their say.
CREATE FUNCTION two_approvers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('glasshouse.word', true) = 'one' AND (SELECT count(*) FROM approver WHERE removed_at IS NULL) < 2 THEN
    RAISE EXCEPTION '% of % is refused: it takes the word of two operators', tg_op, tg_table_name USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER two_approvers_stay AFTER UPDATE ON approver
  FOR EACH STATEMENT EXECUTE FUNCTION two_approvers_stay();
