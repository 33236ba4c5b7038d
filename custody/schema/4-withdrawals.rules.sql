-- Functions, triggers and views for 4-withdrawals.sql.

CREATE OR REPLACE FUNCTION withdrawal_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('done', 'cancelled', 'failed') THEN
    RAISE EXCEPTION 'withdrawal % has ended and is never changed', OLD.id;
  END IF;
  IF (OLD.key, OLD.wallet_id, OLD.chain, OLD.coin, OLD.units, OLD.fee_units, OLD.address)
    IS DISTINCT FROM (NEW.key, NEW.wallet_id, NEW.chain, NEW.coin, NEW.units, NEW.fee_units, NEW.address) THEN
    RAISE EXCEPTION 'the terms of withdrawal % are never changed', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER withdrawal_keeps_its_terms BEFORE UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION withdrawal_keeps_its_terms();

CREATE OR REPLACE FUNCTION return_is_of_suspense() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.deposit_id IS DISTINCT FROM NEW.deposit_id THEN
      RAISE EXCEPTION 'the terms of withdrawal % are never changed', OLD.id;
    END IF;
    RETURN NEW;
  END IF;
  PERFORM FROM deposit d WHERE d.id = NEW.deposit_id FOR UPDATE;
  IF NOT EXISTS (
    SELECT FROM deposit d WHERE d.id = NEW.deposit_id AND d.kind = 'unknown' AND d.state = 'credited' AND d.orphaned_at IS NULL
      AND (d.chain, d.coin, d.units, d.from_address) = (NEW.chain, NEW.coin, NEW.units, NEW.address)
  ) OR EXISTS (SELECT FROM suspense_release r WHERE r.deposit_id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'payment % is not in suspense, or did not come from there', NEW.deposit_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER return_is_of_suspense BEFORE INSERT OR UPDATE ON withdrawal
  FOR EACH ROW WHEN (NEW.deposit_id IS NOT NULL) EXECUTE FUNCTION return_is_of_suspense();

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT OR UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION tell_news();
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON withdrawal_approval FOR EACH ROW EXECUTE FUNCTION tell_news();

-- Deletes all approvals, so approvers must sign the new facts.
CREATE OR REPLACE FUNCTION forget_approvals(asked bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM withdrawal_approval WHERE withdrawal_id = asked
$$;

-- Adding an approver takes two operators, even with direct SQL.
CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT ON approver
  FOR EACH STATEMENT WHEN (NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();

-- A single operator cannot remove the last two approvers.
CREATE OR REPLACE FUNCTION two_approvers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('glasshouse.word', true) = 'one' AND (SELECT count(*) FROM approver WHERE removed_at IS NULL) < 2 THEN
    RAISE EXCEPTION '% of % is refused: it takes the word of two operators', tg_op, tg_table_name USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER two_approvers_stay AFTER UPDATE ON approver
  FOR EACH STATEMENT EXECUTE FUNCTION two_approvers_stay();

CREATE OR REPLACE FUNCTION count_let_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO let_go_minute AS m (slot, coin, minute, value_units, units)
    SELECT g.minute % 128, g.coin, g.minute, g.value, g.units FROM (
      SELECT floor(extract(epoch FROM a.let_go_at) / 60)::bigint AS minute, a.coin, coalesce(sum(a.value_units), 0) AS value,
        sum(a.units) AS units
      FROM after_rows a JOIN before_rows b ON b.id = a.id
      WHERE a.let_go_at IS DISTINCT FROM b.let_go_at AND a.let_go_at IS NOT NULL GROUP BY 1, 2
    ) g ORDER BY g.minute, g.coin
  ON CONFLICT (slot, coin) DO UPDATE SET minute = greatest(m.minute, excluded.minute),
    value_units = excluded.value_units * (excluded.minute >= m.minute)::int + m.value_units * (m.minute >= excluded.minute)::int,
    units = excluded.units * (excluded.minute >= m.minute)::int + m.units * (m.minute >= excluded.minute)::int;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER count_let_go AFTER UPDATE ON withdrawal REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_let_go();

CREATE OR REPLACE FUNCTION refuse_gone_at_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawal % is let go after it was asked for', NEW.id;
END $$;
CREATE OR REPLACE TRIGGER refuse_gone_at_once BEFORE INSERT ON withdrawal
  FOR EACH ROW WHEN (NEW.let_go_at IS NOT NULL) EXECUTE FUNCTION refuse_gone_at_once();
