-- Maintains holder history and its views, including postings that are not archived yet.

GRANT CREATE ON SCHEMA public TO glasshouse_ledger;
SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- Postings not in the stored history, one row per account.
CREATE OR REPLACE VIEW public.late_leg AS
  SELECT a.lane, a.holder, a.id AS account, a.class, a.asset, p.id, p.code, p.at, p.units_in, p.units_out, o.class AS other_class,
    a.purpose = 'available' OR o.purpose = 'available' AND o.holder = a.holder AS spendable,
    CASE WHEN p.ref LIKE 'order:%' THEN p.ref END AS order_ref,
    CASE WHEN p.ref LIKE 'order:%' THEN coalesce((
      SELECT CASE WHEN r.holder = a.holder THEN split_part(c.name, '.', 2) END FROM books.account r JOIN books.account_class c ON c.number = r.class
      WHERE r.owner = p.ref AND r.lane = a.lane LIMIT 1), '-') ELSE '' END AS line
  FROM books.account a LEFT JOIN books.kept_until k ON k.account = a.id AND k.lane = a.lane
  CROSS JOIN LATERAL (
    SELECT c.id, c.code, c.happened_at AS at, c.amount AS units_in, 0::int8 AS units_out, c.debit AS other, c.ref
      FROM books.posting c WHERE c.credit = a.id AND c.lane = a.lane AND c.id > coalesce(k.until, 0)
    UNION ALL
    SELECT d.id, d.code, d.happened_at, 0::int8, d.amount, d.credit, d.ref
      FROM books.posting d WHERE d.debit = a.id AND d.lane = a.lane AND d.id > coalesce(k.until, 0)
  ) p
  JOIN books.account o ON o.id = p.other AND o.lane = a.lane
  WHERE a.holder IS NOT NULL AND NOT a.closed;

-- Excludes accounts of finished, fully stored orders.
CREATE OR REPLACE VIEW public.own_account AS
  SELECT a.lane, a.id, a.owner, a.purpose, a.asset, a.class, a.holder, a.balance FROM books.account a WHERE a.holder IS NOT NULL AND NOT a.closed;
CREATE OR REPLACE VIEW public.own_mark AS SELECT k.lane, k.account, k.holder, k.until FROM books.kept_until k;
CREATE OR REPLACE VIEW public.own_record AS
  SELECT r.lane, r.holder, r.id, r.at, r.asset, r.code, r.from_class, r.to_class, r.spendable, r.order_ref FROM books.kept_record r;
CREATE OR REPLACE VIEW public.own_day AS
  SELECT d.lane, d.holder, d.day, d.class, d.asset, d.code, d.other_class, d.line, d.at_midnight, d.units_in, d.units_out, d.last_in
    FROM books.kept_day d
  UNION ALL
  SELECT l.lane, l.holder, (l.at AT TIME ZONE 'UTC')::date, l.class, l.asset, l.code, l.other_class, l.line,
    l.at = date_trunc('day', l.at, 'UTC'), l.units_in::numeric, l.units_out::numeric, CASE WHEN l.units_in > 0 THEN l.at END
    FROM public.late_leg l;
CREATE OR REPLACE VIEW public.own_month AS
  SELECT m.lane, m.holder, m.month, m.class, m.asset, m.code, m.other_class, m.line, m.units_in, m.units_out FROM books.kept_month m
  UNION ALL
  SELECT l.lane, l.holder, date_trunc('month', l.at AT TIME ZONE 'UTC')::date, l.class, l.asset, l.code, l.other_class, l.line,
    l.units_in::numeric, l.units_out::numeric
    FROM public.late_leg l;
CREATE OR REPLACE VIEW public.own_order AS
  SELECT o.lane, o.holder, o.order_ref, o.class, o.asset, o.code, o.other_class, o.units_in, o.units_out FROM books.kept_order o
  UNION ALL
  SELECT l.lane, l.holder, l.order_ref, l.class, l.asset, l.code, l.other_class, l.units_in::numeric, l.units_out::numeric
    FROM public.late_leg l WHERE l.order_ref IS NOT NULL;
GRANT SELECT ON public.late_leg, public.own_account, public.own_mark, public.own_record, public.own_day, public.own_month, public.own_order
  TO glasshouse;

-- Stores the history of a holder with more than `in_least` unstored postings, about `in_most` per call. Concurrent
-- calls for a holder wait; postings do not. Returns whether more may remain.
CREATE OR REPLACE FUNCTION keep_history(in_lane int4, in_holder text, in_least int4, in_most int4) RETURNS bool
LANGUAGE plpgsql SECURITY DEFINER SET search_path = books, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  behind int4;
  idle int4;
  idle_ids int8[];
BEGIN
  SELECT count(*) INTO behind FROM (
    SELECT FROM account a LEFT JOIN kept_until k ON k.account = a.id AND k.lane = a.lane CROSS JOIN LATERAL (
      SELECT FROM posting c WHERE c.credit = a.id AND c.lane = in_lane AND c.id > coalesce(k.until, 0)
      UNION ALL SELECT FROM posting d WHERE d.debit = a.id AND d.lane = in_lane AND d.id > coalesce(k.until, 0) LIMIT in_least + 1) p
    WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed LIMIT in_least + 1) found;
  SELECT count(*) INTO idle FROM (
    SELECT FROM account a WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed AND a.balance = 0 AND a.owner LIKE 'order:%'
      LIMIT in_least + 1) found;
  IF behind <= in_least AND idle <= in_least THEN
    RETURN false;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('history of ' || in_holder, in_lane));

  WITH behind AS MATERIALIZED (
    SELECT a.id, a.class, a.asset, a.purpose, coalesce(k.until, 0) AS until
      FROM account a LEFT JOIN kept_until k ON k.account = a.id AND k.lane = a.lane
      WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed AND (
        EXISTS (SELECT FROM posting c WHERE c.credit = a.id AND c.lane = in_lane AND c.id > coalesce(k.until, 0))
        OR EXISTS (SELECT FROM posting d WHERE d.debit = a.id AND d.lane = in_lane AND d.id > coalesce(k.until, 0)))
      LIMIT 512
  ), ahead AS MATERIALIZED (
    -- Store only a prefix of each account's postings.
    SELECT b.id AS account, b.class, b.asset, b.purpose, p.*, row_number() OVER (ORDER BY b.id, p.id) AS place
      FROM behind b CROSS JOIN LATERAL (
        (SELECT c.id, c.code, c.happened_at AS at, c.amount AS units_in, 0::int8 AS units_out, c.debit AS other, c.ref
          FROM posting c WHERE c.credit = b.id AND c.lane = in_lane AND c.id > b.until ORDER BY c.id LIMIT in_most)
        UNION ALL
        (SELECT d.id, d.code, d.happened_at, 0::int8, d.amount, d.credit, d.ref
          FROM posting d WHERE d.debit = b.id AND d.lane = in_lane AND d.id > b.until ORDER BY d.id LIMIT in_most)
        ORDER BY id LIMIT in_most
      ) p
  ), leg AS MATERIALIZED (
    SELECT h.*, o.class AS other_class, h.purpose = 'available' OR o.purpose = 'available' AND o.holder = in_holder AS spendable,
        CASE WHEN h.ref LIKE 'order:%' THEN h.ref END AS order_ref,
        CASE WHEN h.ref LIKE 'order:%' THEN coalesce((
          SELECT CASE WHEN r.holder = in_holder THEN split_part(c.name, '.', 2) END FROM account r JOIN account_class c ON c.number = r.class
          WHERE r.owner = h.ref AND r.lane = in_lane LIMIT 1), '-') ELSE '' END AS line
      FROM ahead h JOIN account o ON o.id = h.other AND o.lane = in_lane WHERE h.place <= in_most
  ), records AS (
    INSERT INTO kept_record (lane, holder, id, at, asset, code, from_class, to_class, spendable, order_ref)
      SELECT DISTINCT ON (l.id) in_lane, in_holder, l.id, l.at, l.asset, l.code,
          CASE WHEN l.units_in > 0 THEN l.other_class ELSE l.class END, CASE WHEN l.units_in > 0 THEN l.class ELSE l.other_class END,
          l.spendable, l.order_ref
        FROM leg l WHERE l.code >= 0 ORDER BY l.id
      ON CONFLICT DO NOTHING
  ), days AS (
    INSERT INTO kept_day AS s (lane, holder, day, class, asset, code, other_class, line, at_midnight, units_in, units_out, last_in)
      SELECT in_lane, in_holder, (l.at AT TIME ZONE 'UTC')::date, l.class, l.asset, l.code, l.other_class, l.line,
          l.at = date_trunc('day', l.at, 'UTC'), sum(l.units_in), sum(l.units_out), max(l.at) FILTER (WHERE l.units_in > 0)
        FROM leg l GROUP BY 3, 4, 5, 6, 7, 8, 9
      ON CONFLICT (holder, day, class, asset, code, other_class, line, at_midnight, lane) DO UPDATE
        SET units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out,
          last_in = greatest(s.last_in, excluded.last_in)
  ), months AS (
    INSERT INTO kept_month AS s (lane, holder, month, class, asset, code, other_class, line, units_in, units_out)
      SELECT in_lane, in_holder, date_trunc('month', l.at AT TIME ZONE 'UTC')::date, l.class, l.asset, l.code, l.other_class, l.line,
          sum(l.units_in), sum(l.units_out)
        FROM leg l GROUP BY 3, 4, 5, 6, 7, 8
      ON CONFLICT (holder, month, class, asset, code, other_class, line, lane) DO UPDATE
        SET units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out
  ), orders AS (
    INSERT INTO kept_order AS s (lane, holder, order_ref, class, asset, code, other_class, units_in, units_out)
      SELECT in_lane, in_holder, l.order_ref, l.class, l.asset, l.code, l.other_class, sum(l.units_in), sum(l.units_out)
        FROM leg l WHERE l.order_ref IS NOT NULL GROUP BY 3, 4, 5, 6, 7
      ON CONFLICT (holder, order_ref, class, asset, code, other_class, lane) DO UPDATE
        SET units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out
  )
  INSERT INTO kept_until AS k (lane, account, holder, until)
    SELECT in_lane, l.account, in_holder, max(l.id) FROM leg l GROUP BY l.account
    ON CONFLICT (account, lane) DO UPDATE SET until = excluded.until;
  GET DIAGNOSTICS behind = ROW_COUNT;

  -- Lock, then check, because a posting may arrive before the lock.
  SELECT array_agg(f.id) INTO idle_ids FROM (
    SELECT a.id FROM account a WHERE a.holder = in_holder AND a.lane = in_lane AND NOT a.closed AND a.balance = 0 AND a.owner LIKE 'order:%'
      ORDER BY a.id LIMIT in_most FOR NO KEY UPDATE SKIP LOCKED) f;
  UPDATE account a SET closed = true
    WHERE a.id = ANY (idle_ids) AND a.lane = in_lane AND a.balance = 0 AND EXISTS (
      SELECT FROM kept_until k WHERE k.account = a.id AND k.lane = in_lane
        AND NOT EXISTS (SELECT FROM posting c WHERE c.credit = a.id AND c.lane = in_lane AND c.id > k.until)
        AND NOT EXISTS (SELECT FROM posting d WHERE d.debit = a.id AND d.lane = in_lane AND d.id > k.until));
  GET DIAGNOSTICS idle = ROW_COUNT;
  RETURN behind > 0 OR idle > 0;
END $$;
GRANT EXECUTE ON FUNCTION keep_history TO glasshouse;
SET LOCAL ROLE NONE;
REVOKE CREATE ON SCHEMA public FROM glasshouse_ledger;
