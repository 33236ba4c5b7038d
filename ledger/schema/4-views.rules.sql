-- Public views of the ledger, and the month-end rollover.

GRANT CREATE ON SCHEMA public TO glasshouse_ledger;
SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

CREATE OR REPLACE VIEW public.balance AS
  SELECT a.lane, a.id, a.owner, a.purpose, a.asset, a.class, a.holder, a.floor, a.balance FROM books.account a;

-- The version changes with every posting, because a posting writes a new row version (xmin, ctid).
CREATE OR REPLACE VIEW public.account_version AS
  SELECT a.lane, a.holder, hashtextextended(a.id || ' ' || a.xmin || ' ' || a.ctid, 0) AS version FROM books.account a
  WHERE a.holder IS NOT NULL AND NOT a.closed;

CREATE OR REPLACE VIEW public.record AS
  SELECT p.lane, p.id, p.entry, p.debit, p.credit, p.asset, p.amount, p.code, p.ref, p.happened_at, p.written_at,
    p.debit_balance, d.owner AS from_owner, d.purpose AS from_purpose, d.holder AS from_holder,
    p.credit_balance, c.owner AS to_owner, c.purpose AS to_purpose, c.holder AS to_holder
  FROM books.posting p
  LEFT JOIN books.account d ON d.id = p.debit AND d.lane = p.lane
  LEFT JOIN books.account c ON c.id = p.credit AND c.lane = p.lane;

CREATE OR REPLACE VIEW public.entry AS SELECT k.lane, k.key, k.entry AS id FROM books.entry_key k;
CREATE OR REPLACE VIEW public.account_class AS SELECT c.number, c.name FROM books.account_class c;
CREATE OR REPLACE VIEW public.movement AS
  SELECT m.from_class, m.to_class, m.asset, m.code, m.bond, m.action FROM books.movement m;
GRANT SELECT ON public.balance, public.account_version, public.record, public.entry, public.account_class, public.movement TO glasshouse;

-- Creates a month's partition; idempotent. Until then, postings continue in the previous month.
CREATE OR REPLACE FUNCTION begin_month_number(this_month int4) RETURNS void LANGUAGE plpgsql SET search_path = books, pg_temp AS $$
DECLARE
  name text := 'posting_' || to_char(timestamp '2026-01-01' + this_month * interval '1 month', 'YYYY_MM');
  first int8 := this_month::int8 << 44;
BEGIN
  INSERT INTO month (number) SELECT this_month WHERE NOT EXISTS (SELECT FROM month m WHERE m.number >= this_month) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  -- Create, then attach, so that no posting is blocked.
  EXECUTE format('CREATE TABLE %I (LIKE posting INCLUDING ALL)', name);
  EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  EXECUTE format('ALTER TABLE posting ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', name, first, first + (1::int8 << 44));
  PERFORM setval('posting_id', first + 1024, false);
END $$;
REVOKE EXECUTE ON FUNCTION begin_month_number FROM PUBLIC;

CREATE OR REPLACE FUNCTION begin_month() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = books, pg_temp AS $$
DECLARE
  now_utc timestamp := clock_timestamp() AT TIME ZONE 'UTC';
BEGIN
  PERFORM begin_month_number(((extract(year FROM now_utc) - 2026) * 12 + extract(month FROM now_utc) - 1)::int4);
END $$;
GRANT EXECUTE ON FUNCTION begin_month TO glasshouse;
SELECT begin_month();
SET LOCAL ROLE NONE;
REVOKE CREATE ON SCHEMA public FROM glasshouse_ledger;
