-- Why: the ledger's own functions prove what they write while they have the accounts in hand, so that nothing is proven twice; whatever anybody else inserts is proven by the trigger, as before.
--
-- How a trigger knows who writes: from the call stack, which SQL cannot forge. The lines below its own name the statement
-- and the function that ran it. The statement is compared to the letter, and ends so that nothing can be appended to it; the function
-- is named with its schema, because these functions leave public out of their search path, so that none of the same name elsewhere
-- passes for it. A stack that is not understood is a stranger's: it is then refused, or proven in full.
-- The same search path keeps a stranger's temporary tables and operators from standing in for ours.
DO $$
DECLARE stack text;
BEGIN
  GET DIAGNOSTICS stack = PG_CONTEXT;
  IF NOT starts_with(stack, 'PL/pgSQL function ') THEN
    RAISE EXCEPTION 'the ledger reads the call stack in English: set lc_messages to C for this database';
  END IF;
END $$;

-- Pages are tidied when less than a tenth of them is free: at 70 that was at every access, a fifth of what a posting cost.
ALTER TABLE account SET (fillfactor = 90);
-- Keys are compared byte by byte, whatever language the database sorts in.
ALTER TABLE posting ALTER COLUMN key TYPE text COLLATE "C";

ALTER FUNCTION check_new_accounts() SET search_path = public, pg_temp;
ALTER FUNCTION open_accounts(int4, text[], text[], int2[], text[]) SET search_path = public, pg_temp;

-- As in 20261121T1002, with every posting proven here: a movement of the table, between accounts that belong together.
CREATE OR REPLACE FUNCTION post_entries(
  in_lane int4, accounts int8[], keys text[], sizes int4[], refs text[], moments timestamptz[],
  debits int4[], credits int4[], amounts int8[], codes int2[]
) RETURNS int2[] LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  -- One of each for an account, in the order of its number. sorts: its class and asset in one number.
  ids int8[]; balances int8[]; before int8[]; floors int8[]; sorts int8[]; holders text[]; places tid[]; owners text[]; purposes text[];
  known text[];
  verdicts int2[] := array_fill(0::int2, ARRAY[cardinality(keys)]);
  -- One of each for a posting: the entry it is written with, or 0.
  numbers int4[] := array_fill(0, ARRAY[cardinality(debits)]);
  debit_balances int8[] := array_fill(0::int8, ARRAY[cardinality(debits)]);
  credit_balances int8[] := debit_balances;
  starts int4[] := verdicts;
  -- The movements this batch has met: each is looked up once.
  kinds int8[] := '{}'; bonds text[] := '{}'; kind int8; last_kind int8; bond text; free bool; met int4;
  at int4 := 1; p int4; d int4; c int4; amount int8; verdict int2; accepted bool := false; same bool; base int8; written int8;
BEGIN
  IF cardinality(debits) > 1024 THEN
    RAISE EXCEPTION 'a batch has at most 1024 postings' USING ERRCODE = 'GH002';
  END IF;
  SELECT array_agg(t.id), array_agg(t.balance), array_agg(t.floor), array_agg(t.sort), array_agg(t.holder), array_agg(t.ctid)
    INTO ids, balances, floors, sorts, holders, places
    FROM (SELECT a.id, a.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder, a.ctid FROM public.account a
      WHERE a.lane = in_lane AND a.id = ANY (accounts) ORDER BY a.id FOR NO KEY UPDATE) t;
  IF ids IS DISTINCT FROM accounts THEN
    RAISE EXCEPTION 'an account of the batch does not exist, or they are not in order' USING ERRCODE = 'GH002';
  END IF;
  before := balances;
  SELECT array_agg(key) INTO known FROM public.posting WHERE lane = in_lane AND key = ANY (keys);

  FOR e IN 1 .. cardinality(keys) LOOP
    IF sizes[e] IS NULL OR sizes[e] < 1 THEN
      RAISE EXCEPTION 'an entry has postings' USING ERRCODE = 'GH002';
    END IF;
    starts[e] := at;
    verdict := 0;
    IF known IS NOT NULL AND keys[e] = ANY (known) THEN
      SELECT count(*) = sizes[e] AND bool_and(
          s.debit = accounts[debits[at + s.place - 1]] AND s.credit = accounts[credits[at + s.place - 1]]
          AND s.amount = amounts[at + s.place - 1] AND s.code = codes[at + s.place - 1])
        INTO same FROM (
          SELECT o.debit, o.credit, o.amount, o.code, row_number() OVER (ORDER BY o.id)::int4 AS place
            FROM public.posting f JOIN public.posting o ON o.lane = f.lane AND o.id BETWEEN f.id AND f.id + 1023 AND o.entry = f.id
            WHERE f.lane = in_lane AND f.key = keys[e]) s;
      verdict := CASE WHEN same THEN 1 ELSE 2 END;
    ELSE
      p := at;
      WHILE verdict = 0 AND p < at + sizes[e] LOOP
        d := debits[p]; c := credits[p]; amount := amounts[p];
        kind := (sorts[d] * 1048576 + sorts[c]) * 65536 + codes[p];
        IF kind IS DISTINCT FROM last_kind THEN
          met := array_position(kinds, kind);
          IF met IS NULL THEN
            SELECT m.bond INTO bond FROM public.movement m
              WHERE m.from_class = sorts[d] >> 3 AND m.to_class = sorts[c] >> 3 AND m.asset = sorts[d] & 7 AND m.asset = sorts[c] & 7
                AND m.code = codes[p];
            IF NOT FOUND THEN
              RAISE EXCEPTION 'account % to account %, code %, is no movement of the table', accounts[d], accounts[c], codes[p]
                USING ERRCODE = 'GH002';
            END IF;
            kinds := kinds || kind; bonds := bonds || bond;
          ELSE
            bond := bonds[met];
          END IF;
          last_kind := kind; free := bond = 'any';
        END IF;
        IF NOT free THEN
          IF owners IS NULL AND bond IN ('same order', 'same network') THEN
            SELECT array_agg(a.owner ORDER BY a.id), array_agg(a.purpose ORDER BY a.id) INTO owners, purposes
              FROM public.account a WHERE a.lane = in_lane AND a.id = ANY (accounts);
          END IF;
          IF (CASE bond
              WHEN 'same holder' THEN holders[d] = holders[c]
              WHEN 'other holder' THEN holders[d] <> holders[c]
              WHEN 'same order' THEN owners[d] = owners[c]
              WHEN 'same network' THEN split_part(purposes[d], ':', 2) = split_part(owners[c], ':', 2)
            END) IS NOT TRUE THEN
            RAISE EXCEPTION 'account % to account %, code %, is no movement of the table: %', accounts[d], accounts[c], codes[p], bond
              USING ERRCODE = 'GH002';
          END IF;
        END IF;
        IF balances[d] < (-9223372036854775808)::int8 + amount OR balances[c] > 9223372036854775807 - amount THEN
          verdict := 3;
        ELSIF balances[d] - amount < floors[d] THEN
          verdict := 10 + (sorts[d] & 7);
        ELSE
          balances[d] := balances[d] - amount; balances[c] := balances[c] + amount;
          debit_balances[p] := balances[d]; credit_balances[p] := balances[c];
          numbers[p] := e;
          p := p + 1;
        END IF;
      END LOOP;
      IF verdict = 0 THEN
        accepted := true;
      ELSE
        -- Linked postings go together: what was applied of this entry is taken back.
        WHILE p > at LOOP
          p := p - 1;
          numbers[p] := 0;
          balances[debits[p]] := balances[debits[p]] + amounts[p];
          balances[credits[p]] := balances[credits[p]] - amounts[p];
        END LOOP;
      END IF;
    END IF;
    verdicts[e] := verdict;
    at := at + sizes[e];
  END LOOP;

  IF accepted THEN
    base := nextval('public.posting_id') - 1;
    INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, base + u.place, base + starts[u.e], CASE WHEN u.place = starts[u.e] THEN keys[u.e] END, accounts[u.d], accounts[u.c], u.amount, u.debit_balance, u.credit_balance, sorts[u.d] & 7, u.code, refs[u.e], moments[u.e] FROM unnest(debits, credits, amounts, codes, debit_balances, credit_balances, numbers) WITH ORDINALITY AS u (d, c, amount, code, debit_balance, credit_balance, e, place) WHERE u.e > 0;
    -- By their places, which the lock holds still: looking them up again would cost a quarter of this statement.
    UPDATE public.account a SET balance = u.balance FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> (SELECT count(*) FROM unnest(balances, before) AS u (balance, before) WHERE u.balance <> u.before) THEN
      RAISE EXCEPTION 'an account moved away under its lock' USING ERRCODE = '40001';
    END IF;
  END IF;
  RETURN verdicts;
END $$;

-- The same for an entry of one posting that comes alone: no lists, and the key is looked up by writing it.
CREATE FUNCTION post_entry(
  in_lane int4, in_key text, in_ref text, in_moment timestamptz, in_debit int8, in_credit int8, in_amount int8, in_code int2
) RETURNS int2 LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  low record; high record; d record; c record; bond text; number int8; debit_left int8; credit_left int8; verdict int2 := 0; written int8;
BEGIN
  -- By ascending number, as a batch does.
  SELECT a.id, a.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose INTO low FROM public.account a
    WHERE a.lane = in_lane AND a.id = least(in_debit, in_credit) FOR NO KEY UPDATE;
  SELECT a.id, a.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose INTO high FROM public.account a
    WHERE a.lane = in_lane AND a.id = greatest(in_debit, in_credit) FOR NO KEY UPDATE;
  IF low.id = in_debit THEN d := low; c := high; ELSE d := high; c := low; END IF;
  IF d.balance < (-9223372036854775808)::int8 + in_amount OR c.balance > 9223372036854775807 - in_amount THEN
    verdict := 3;
  ELSIF d.balance - in_amount < d.floor THEN
    verdict := 10 + d.asset;
  ELSE
    SELECT m.bond INTO bond FROM public.movement m
      WHERE m.from_class = d.class AND m.to_class = c.class AND m.asset = d.asset AND m.asset = c.asset AND m.code = in_code;
    IF (CASE bond
        WHEN 'any' THEN true
        WHEN 'same holder' THEN d.holder = c.holder
        WHEN 'other holder' THEN d.holder <> c.holder
        WHEN 'same order' THEN d.owner = c.owner
        WHEN 'same network' THEN split_part(d.purpose, ':', 2) = split_part(c.owner, ':', 2)
      END) IS NOT TRUE THEN
      RAISE EXCEPTION 'account % to account %, code %, is no movement of the table', in_debit, in_credit, in_code USING ERRCODE = 'GH002';
    END IF;
    number := nextval('public.posting_id'); debit_left := d.balance - in_amount; credit_left := c.balance + in_amount;
    INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) VALUES (in_lane, number, number, in_key, in_debit, in_credit, in_amount, debit_left, credit_left, d.asset, in_code, in_ref, in_moment) ON CONFLICT (lane, key) DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written = 1 THEN
      UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit);
      RETURN 0;
    END IF;
  END IF;
  -- Not written: it was before, or it cannot be.
  SELECT CASE WHEN count(*) = 1 AND bool_and(o.debit = in_debit AND o.credit = in_credit AND o.amount = in_amount AND o.code = in_code) THEN 1
      WHEN count(*) > 0 THEN 2 ELSE verdict END
    INTO verdict FROM public.posting f JOIN public.posting o ON o.lane = f.lane AND o.id BETWEEN f.id AND f.id + 1023 AND o.entry = f.id
    WHERE f.lane = in_lane AND f.key = in_key;
  RETURN verdict;
END $$;

-- Postings from the functions above are proven already. Every other one, whoever inserts it, must be a movement of the table between
-- accounts that belong together as it says, and change the two balances as it claims to.
CREATE OR REPLACE FUNCTION apply_postings() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE stack text; wrong record; places tid[]; balances int8[]; before int8[]; follows bool;
BEGIN
  IF TG_RELID <> 'public.posting'::regclass THEN
    RAISE EXCEPTION 'only postings change balances' USING ERRCODE = 'GH001';
  END IF;
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF starts_with(stack, E'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, base + u.place, base + starts[u.e], CASE WHEN u.place = starts[u.e] THEN keys[u.e] END, accounts[u.d], accounts[u.c], u.amount, u.debit_balance, u.credit_balance, sorts[u.d] & 7, u.code, refs[u.e], moments[u.e] FROM unnest(debits, credits, amounts, codes, debit_balances, credit_balances, numbers) WITH ORDINALITY AS u (d, c, amount, code, debit_balance, credit_balance, e, place) WHERE u.e > 0"\nPL/pgSQL function public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[]) line ')
    OR starts_with(stack, E'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) VALUES (in_lane, number, number, in_key, in_debit, in_credit, in_amount, debit_left, credit_left, d.asset, in_code, in_ref, in_moment) ON CONFLICT (lane, key) DO NOTHING"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint) line ')
  THEN
    RETURN NULL;
  END IF;

  SELECT n.id, n.code, d.owner || ' ' || d.purpose AS debit, c.owner || ' ' || c.purpose AS credit INTO wrong
    FROM new_postings n
    LEFT JOIN public.account d ON d.lane = n.lane AND d.id = n.debit AND d.asset = n.asset
    LEFT JOIN public.account c ON c.lane = n.lane AND c.id = n.credit AND c.asset = n.asset
    LEFT JOIN public.movement m ON m.from_class = d.class AND m.to_class = c.class AND m.asset = n.asset AND m.code = n.code
    WHERE (CASE m.bond
      WHEN 'any' THEN true
      WHEN 'same holder' THEN d.holder = c.holder
      WHEN 'other holder' THEN d.holder <> c.holder
      WHEN 'same order' THEN d.owner = c.owner
      WHEN 'same network' THEN split_part(d.purpose, ':', 2) = split_part(c.owner, ':', 2)
    END) IS NOT TRUE
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting % is no movement of the table: % to %, code %', wrong.id, wrong.debit, wrong.credit, wrong.code
      USING ERRCODE = 'GH002';
  END IF;

  WITH leg AS (
    SELECT lane, debit AS account, id, -amount AS change, debit_balance AS balance FROM new_postings
    UNION ALL
    SELECT lane, credit, id, amount, credit_balance FROM new_postings
  ), chain AS (
    SELECT lane, account, balance, balance - change AS before,
      lag(balance) OVER w AS previous, lead(balance) OVER w AS next
      FROM leg WINDOW w AS (PARTITION BY lane, account ORDER BY id)
  ), total AS (
    SELECT lane, account,
      max(chain.before) FILTER (WHERE previous IS NULL) AS first,
      max(balance) FILTER (WHERE next IS NULL) AS last,
      bool_and(previous IS NULL OR previous = chain.before) AS unbroken
      FROM chain GROUP BY lane, account
  ), locked AS (
    SELECT a.lane, a.id, a.ctid, a.balance FROM public.account a WHERE (a.lane, a.id) IN (SELECT lane, account FROM total)
      ORDER BY a.lane, a.id FOR NO KEY UPDATE
  )
  SELECT array_agg(l.ctid), array_agg(t.last), array_agg(l.balance), bool_and(coalesce(l.balance = t.first AND t.unbroken, false))
    INTO places, balances, before, follows
    FROM total t LEFT JOIN locked l ON l.lane = t.lane AND l.id = t.account;
  IF NOT follows THEN
    RAISE EXCEPTION 'the balances of these postings do not follow from those before them' USING ERRCODE = 'GH003';
  END IF;
  UPDATE public.account a SET balance = u.balance FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before;
  RETURN NULL;
END $$;

-- A balance changes through a posting and in no other way.
CREATE OR REPLACE FUNCTION refuse_direct_balance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stack text;
  many CONSTANT text := E'SQL statement "UPDATE public.account a SET balance = u.balance FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before"\nPL/pgSQL function ';
BEGIN
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF NOT (starts_with(stack, many || 'public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[]) line ')
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit)"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint) line ')
    OR starts_with(stack, many || 'public.apply_postings() line '))
  THEN
    RAISE EXCEPTION 'a balance changes through a posting alone' USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
