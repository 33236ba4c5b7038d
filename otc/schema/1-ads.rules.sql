-- Functions, triggers and views for 1-ads.sql.

-- Owner, side, currency and amount are immutable. Other terms change only while the ad is disabled.
CREATE OR REPLACE FUNCTION otc_ad_keeps_itself() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.maker_id, OLD.side, OLD.fiat, OLD.units, OLD.posted_at)
    IS DISTINCT FROM (NEW.id, NEW.maker_id, NEW.side, NEW.fiat, NEW.units, NEW.posted_at) OR OLD.state = 'removed' THEN
    RAISE EXCEPTION 'ad % keeps what it is', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF (OLD.price_units, OLD.margin_points, OLD.least_units, OLD.most_units, OLD.window_minutes, OLD.terms, OLD.methods)
    IS DISTINCT FROM (NEW.price_units, NEW.margin_points, NEW.least_units, NEW.most_units, NEW.window_minutes, NEW.terms, NEW.methods)
    AND OLD.state <> 'disabled' THEN
    RAISE EXCEPTION 'ad % is disabled before its terms change', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF NEW.state = 'removed' AND OLD.state <> 'disabled' THEN
    RAISE EXCEPTION 'ad % is disabled before it is removed', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_ad_keeps_itself BEFORE UPDATE ON otc_ad
  FOR EACH ROW EXECUTE FUNCTION otc_ad_keeps_itself();

CREATE OR REPLACE FUNCTION otc_payment_details_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.usable_from < NEW.kept_at + interval '24 hours'
    AND EXISTS (SELECT FROM otc_payment_details d WHERE d.maker_id = NEW.maker_id AND d.kept_at <> NEW.kept_at) THEN
    RAISE EXCEPTION 'payment details of % wait for 24 hours', NEW.maker_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_payment_details_wait BEFORE INSERT ON otc_payment_details
  FOR EACH ROW EXECUTE FUNCTION otc_payment_details_wait();

CREATE OR REPLACE FUNCTION otc_ad_names_kept_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.side = 'sell' AND EXISTS (SELECT FROM jsonb_array_elements(NEW.methods) m WHERE NOT EXISTS (
      SELECT FROM otc_payment_details d WHERE d.sealed_details = m ->> 'details' AND d.maker_id = NEW.maker_id
        AND d.method = (m ->> 'method')::int AND d.usable_from = (m ->> 'from')::timestamptz)) THEN
    RAISE EXCEPTION 'ad % names payment details that are not kept', NEW.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_ad_names_kept_details BEFORE INSERT OR UPDATE OF methods ON otc_ad
  FOR EACH ROW EXECUTE FUNCTION otc_ad_names_kept_details();

-- Only an ad's transactions change its counts.
CREATE OR REPLACE FUNCTION otc_ad_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'INSERT' AND (NEW.bound_units, NEW.done_units) <> (0, 0)) OR (TG_OP = 'UPDATE' AND pg_trigger_depth() = 1
      AND (OLD.bound_units, OLD.done_units) <> (NEW.bound_units, NEW.done_units)) THEN
    RAISE EXCEPTION 'ad % binds and has traded what its transactions say', NEW.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_ad_is_counted BEFORE INSERT OR UPDATE ON otc_ad
  FOR EACH ROW EXECUTE FUNCTION otc_ad_is_counted();

-- Prevents inserting a transaction as paid or ended.
CREATE OR REPLACE FUNCTION otc_transaction_begins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ad otc_ad;
BEGIN
  IF NEW.state <> 'initialised' OR NEW.paid_at IS NOT NULL OR NEW.sealed_payer IS NOT NULL OR NEW.fault_id IS NOT NULL THEN
    RAISE EXCEPTION 'a transaction begins as initialised' USING ERRCODE = 'GH001';
  END IF;
  SELECT * INTO ad FROM otc_ad WHERE id = NEW.ad_id;
  IF ad.state <> 'enabled' OR (ad.maker_id, ad.fiat, ad.terms) IS DISTINCT FROM (NEW.maker_id, NEW.fiat, NEW.terms)
    OR (CASE ad.side WHEN 'sell' THEN NEW.seller_id ELSE NEW.buyer_id END) <> ad.maker_id
    OR NEW.price_units <> coalesce(ad.price_units, NEW.price_units) OR NEW.units > ad.most_units
    OR NEW.pay_until <> NEW.taken_at + ad.window_minutes * interval '1 minute' THEN
    RAISE EXCEPTION 'a transaction begins as its ad % says', NEW.ad_id USING ERRCODE = 'GH001';
  END IF;
  IF ad.side = 'sell' AND NOT EXISTS (SELECT FROM jsonb_array_elements(ad.methods) m WHERE (m ->> 'method')::int = NEW.method
      AND m ->> 'details' = NEW.sealed_details AND (m ->> 'from')::timestamptz <= NEW.taken_at) THEN
    RAISE EXCEPTION 'ad % shows no such payment details yet', NEW.ad_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_transaction_begins BEFORE INSERT ON otc_transaction
  FOR EACH ROW EXECUTE FUNCTION otc_transaction_begins();

-- Once paid, only an operator's decision returns coins, not a timer or one party.
CREATE OR REPLACE FUNCTION otc_transaction_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
    OR (OLD.id, OLD.ad_id, OLD.maker_id, OLD.taker_id, OLD.seller_id, OLD.buyer_id, OLD.fiat, OLD.price_units, OLD.units, OLD.fiat_units,
        OLD.method, OLD.sealed_details, OLD.terms, OLD.escrow_units, OLD.taken_at, OLD.pay_until, OLD.counts, OLD.maker_source, OLD.taker_source)
      IS DISTINCT FROM
       (NEW.id, NEW.ad_id, NEW.maker_id, NEW.taker_id, NEW.seller_id, NEW.buyer_id, NEW.fiat, NEW.price_units, NEW.units, NEW.fiat_units,
        NEW.method, NEW.sealed_details, NEW.terms, NEW.escrow_units, NEW.taken_at, NEW.pay_until, NEW.counts, NEW.maker_source, NEW.taker_source)
    OR (OLD.paid_at IS NOT NULL AND (OLD.paid_at, OLD.sealed_payer) IS DISTINCT FROM (NEW.paid_at, NEW.sealed_payer)) THEN
    RAISE EXCEPTION 'the terms of transaction % are never changed', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF NOT (OLD.state, NEW.state) IN (('initialised', 'paid'), ('initialised', 'closed'), ('paid', 'disputed'), ('paid', 'released'),
      ('disputed', 'released'), ('disputed', 'closed')) THEN
    RAISE EXCEPTION 'transaction % is %, which does not become %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'GH001';
  END IF;
  IF OLD.state = 'disputed' AND NEW.released_units < NEW.units AND NOT EXISTS (
    SELECT FROM otc_dispute d WHERE d.transaction_id = NEW.id AND d.decided_units = NEW.released_units) THEN
    RAISE EXCEPTION 'transaction % parts as it was decided', OLD.id USING ERRCODE = 'GH001';
  END IF;
  IF OLD.state = 'paid' AND NEW.state = 'released' AND NEW.released_units <> NEW.units THEN
    RAISE EXCEPTION 'transaction % is released whole', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_transaction_keeps_its_terms BEFORE UPDATE ON otc_transaction
  FOR EACH ROW EXECUTE FUNCTION otc_transaction_keeps_its_terms();

-- Units an entry moved under a record code between these wallets (null: the company); -1 if it involves anyone else. An entry's postings
-- are consecutive, at most three here.
CREATE OR REPLACE FUNCTION otc_moved(asked text, of_code int, giver text, receiver text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(*) > 3 OR bool_or(r.code = of_code AND (r.from_holder, r.to_holder) IS DISTINCT FROM (giver, receiver)) THEN -1
    ELSE coalesce(sum(r.amount) FILTER (WHERE r.code = of_code), 0) END::bigint
  FROM entry e JOIN record r ON r.lane = e.lane AND r.id BETWEEN e.id AND e.id + 3 AND r.entry = e.id
  WHERE e.lane = 0 AND e.key = asked
$$;

-- Checked at commit: coins are locked when the ad is posted, released when removed.
CREATE OR REPLACE FUNCTION otc_ad_holds_its_coins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ad otc_ad;
BEGIN
  SELECT * INTO ad FROM otc_ad WHERE id = NEW.id;
  IF ad.side = 'sell' AND (otc_moved('otc:ad:' || ad.id || ':posted', 20, ad.maker_id, ad.maker_id) <> ad.units
      OR otc_moved('otc:ad:' || ad.id || ':removed', 24, ad.maker_id, ad.maker_id) <> CASE WHEN ad.state = 'removed' THEN ad.units - ad.done_units ELSE 0 END) THEN
    RAISE EXCEPTION 'the coins of ad % are not where it says', ad.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS otc_ad_holds_its_coins ON otc_ad;
CREATE CONSTRAINT TRIGGER otc_ad_holds_its_coins AFTER INSERT OR UPDATE ON otc_ad DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION otc_ad_holds_its_coins();

-- Checked at commit: coins are held until the transaction ends, then split once without remainder.
CREATE OR REPLACE FUNCTION otc_transaction_holds_its_coins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  t otc_transaction;
  sells boolean;
  ended text;
BEGIN
  SELECT * INTO t FROM otc_transaction WHERE id = NEW.id;
  sells := t.seller_id = t.taker_id;
  ended := 'otc:' || t.id || ':ended';
  IF otc_moved('otc:' || t.id || ':taken', 21, t.seller_id, t.seller_id) <> (CASE WHEN sells THEN t.escrow_units ELSE 0 END)
    OR otc_moved(ended, 22, t.seller_id, t.buyer_id) <> t.released_units - (CASE WHEN sells THEN 0 ELSE t.fee_units END)
    OR otc_moved(ended, 23, t.seller_id, NULL) <> t.fee_units
    OR otc_moved(ended, 24, t.seller_id, t.seller_id) <> t.returned_units
    OR (t.ended_at IS NOT NULL AND sells AND t.released_units + t.fee_units + t.returned_units <> t.escrow_units)
    OR (NOT sells AND t.returned_units <> 0) THEN
    RAISE EXCEPTION 'the coins of transaction % are not where it says', t.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS otc_transaction_holds_its_coins ON otc_transaction;
CREATE CONSTRAINT TRIGGER otc_transaction_holds_its_coins AFTER INSERT OR UPDATE ON otc_transaction DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION otc_transaction_holds_its_coins();
-- Applies only the change; summing all transactions would get slower over time.
CREATE OR REPLACE FUNCTION otc_transaction_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bound bigint := CASE WHEN NEW.ended_at IS NULL THEN NEW.units ELSE 0 END;
  done bigint := NEW.released_units;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    bound := bound - CASE WHEN OLD.ended_at IS NULL THEN OLD.units ELSE 0 END;
    done := done - OLD.released_units;
  END IF;
  IF (bound, done) <> (0, 0) THEN
    UPDATE otc_ad SET bound_units = bound_units + bound, done_units = done_units + done WHERE id = NEW.ad_id;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER otc_transaction_counts AFTER INSERT OR UPDATE ON otc_transaction
  FOR EACH ROW EXECUTE FUNCTION otc_transaction_counts();

CREATE OR REPLACE FUNCTION otc_dispute_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.decided_at IS NOT NULL OR NEW.answered_at IS NOT NULL OR NEW.told_at < NEW.opened_at THEN
    RAISE EXCEPTION 'the dispute about transaction % begins undecided', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  IF NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = NEW.transaction_id AND t.state = 'disputed'
      AND NEW.opened_by IN (t.maker_id, t.taker_id)) THEN
    RAISE EXCEPTION 'the dispute about transaction % is not between its two', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_dispute_begins BEFORE INSERT ON otc_dispute
  FOR EACH ROW EXECUTE FUNCTION otc_dispute_begins();

-- A decided trade ends in the same database transaction, so the decision cannot change in between.
CREATE OR REPLACE FUNCTION otc_dispute_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.decided_at IS NOT NULL AND NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = NEW.transaction_id AND t.ended_at IS NOT NULL
      AND t.released_units = NEW.decided_units) THEN
    RAISE EXCEPTION 'transaction % ends with its decision, as it says', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS otc_dispute_ends ON otc_dispute;
CREATE CONSTRAINT TRIGGER otc_dispute_ends AFTER UPDATE ON otc_dispute DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION otc_dispute_ends();

CREATE OR REPLACE FUNCTION otc_evidence_is_of_the_two() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = NEW.transaction_id AND t.state = 'disputed'
      AND NEW.wallet_id IN (t.maker_id, t.taker_id)) THEN
    RAISE EXCEPTION 'evidence about transaction % is refused', NEW.transaction_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_evidence_is_of_the_two BEFORE INSERT ON otc_evidence
  FOR EACH ROW EXECUTE FUNCTION otc_evidence_is_of_the_two();

-- Counts evidence against the limits per wallet, per dispute and in total.
CREATE OR REPLACE FUNCTION otc_evidence_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_kept('evidence', 'wallet:' || NEW.wallet_id, NEW.at, length(NEW.bytes));
  PERFORM count_kept('evidence', 'thread:otc' || NEW.transaction_id, NEW.at, length(NEW.bytes));
  PERFORM count_kept('evidence', 'all:' || quota_part(NEW.wallet_id), NEW.at, length(NEW.bytes));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER otc_evidence_has_room AFTER INSERT ON otc_evidence
  FOR EACH ROW EXECUTE FUNCTION otc_evidence_has_room();

CREATE OR REPLACE FUNCTION otc_evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF length(NEW.bytes) > 0 OR (OLD.id, OLD.transaction_id, OLD.wallet_id, OLD.picture, OLD.at) IS DISTINCT FROM
      (NEW.id, NEW.transaction_id, NEW.wallet_id, NEW.picture, NEW.at)
    OR NOT EXISTS (SELECT FROM otc_transaction t WHERE t.id = OLD.transaction_id AND t.ended_at < business_now() - interval '365 days') THEN
    RAISE EXCEPTION 'evidence % stays until a year after its trade ended', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_evidence_stays BEFORE UPDATE ON otc_evidence
  FOR EACH ROW EXECUTE FUNCTION otc_evidence_stays();

-- Needs two operators. A decision favors the buyer only after the seller answered, or 72 hours after notice.
CREATE OR REPLACE FUNCTION otc_dispute_is_decided_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decided_at IS NOT NULL OR (OLD.transaction_id, OLD.opened_by, OLD.reason, OLD.opened_at, OLD.told_at)
    IS DISTINCT FROM (NEW.transaction_id, NEW.opened_by, NEW.reason, NEW.opened_at, NEW.told_at)
    OR (OLD.answered_at IS NOT NULL AND (OLD.answered_at, OLD.answer) IS DISTINCT FROM (NEW.answered_at, NEW.answer)) THEN
    RAISE EXCEPTION 'the dispute about transaction % keeps what was said', OLD.transaction_id USING ERRCODE = 'GH001';
  END IF;
  IF NEW.decided_at IS NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.decided_units > 0 AND OLD.answered_at IS NULL AND NEW.decided_at < NEW.told_at + interval '72 hours' THEN
    RAISE EXCEPTION 'the seller of transaction % has time to answer until %', OLD.transaction_id, NEW.told_at + interval '72 hours'
      USING ERRCODE = 'GH001';
  END IF;
  IF NOT has_word_of_two() THEN
    RAISE EXCEPTION 'the decision about transaction % is refused: it takes the word of two operators', OLD.transaction_id USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER otc_dispute_is_decided_once BEFORE UPDATE ON otc_dispute
  FOR EACH ROW EXECUTE FUNCTION otc_dispute_is_decided_once();
