-- Three ways to post, and the guards that let nothing else change a balance.

CREATE OR REPLACE FUNCTION post_entry(in_lane integer, in_key text, in_ref text, in_moment timestamp with time zone, in_debit bigint, in_credit bigint, in_amount bigint, in_code smallint, debit_proof bigint, credit_proof bigint)
 RETURNS smallint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $$
DECLARE
  low record; high record; d record; c record; bond text; number int8; debit_left int8; credit_left int8; verdict int2 := 0; written int8;
BEGIN
  -- By ascending number, as a batch does.
  SELECT a.id, a.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose, a.proof INTO low FROM public.account a
    WHERE a.lane = in_lane AND a.id = least(in_debit, in_credit) FOR NO KEY UPDATE;
  SELECT a.id, a.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose, a.proof INTO high FROM public.account a
    WHERE a.lane = in_lane AND a.id = greatest(in_debit, in_credit) FOR NO KEY UPDATE;
  IF low.id = in_debit THEN d := low; c := high; ELSE d := high; c := low; END IF;
  IF (d.proof = debit_proof AND c.proof = credit_proof) IS NOT TRUE THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
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
      UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END, room = NULL WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit);
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

CREATE OR REPLACE FUNCTION post_entries(in_lane integer, accounts bigint[], keys text[], heads integer[], refs text[], moments timestamp with time zone[], debits integer[], credits integer[], amounts bigint[], codes smallint[], changes bigint[], proofs bigint[])
 RETURNS smallint[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  -- One of each for an account, in the order of its number. sorts: its class and asset in one number. written: what the first statement wrote.
  ids int8[]; balances int8[]; written int8[]; floors int8[]; sorts int8[]; holders text[]; true_proofs int8[]; owners text[]; purposes text[];
  known text[]; verdicts int2[]; total int4 := cardinality(debits);
  debit_balances int8[] := array_fill(0::int8, ARRAY[total]);
  credit_balances int8[] := debit_balances;
  -- The movements this batch has met: each is looked up once.
  kinds int8[] := '{}'; bonds text[] := '{}'; kind int8; last_kind int8 := 0; bond text; free bool; met int4;
  head int4; entry int4; d int4; c int4; amount int8; paying int8; paid int8; verdict int2 := 0; accepted bool := false; base int8;
BEGIN
  IF total > 1024 THEN
    RAISE EXCEPTION 'a batch has at most 1024 postings' USING ERRCODE = 'GH002';
  END IF;
  IF (cardinality(keys) = total AND cardinality(heads) = total AND cardinality(credits) = total AND cardinality(amounts) = total
    AND cardinality(codes) = total AND cardinality(changes) = cardinality(accounts) AND cardinality(proofs) = cardinality(accounts)) IS NOT TRUE THEN
    RAISE EXCEPTION 'every posting of a batch has one of each, every account its change and its proof' USING ERRCODE = 'GH002';
  END IF;
  WITH changed AS (UPDATE public.account a SET balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903 THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END, room = NULL WHERE a.id = ANY (accounts) AND a.lane = in_lane RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder, a.proof) SELECT array_agg(w.id), array_agg(w.before), array_agg(w.balance), array_agg(w.floor), array_agg(w.sort), array_agg(w.holder), array_agg(w.proof) FROM changed w WHERE w.id > 0
    INTO ids, balances, written, floors, sorts, holders, true_proofs;
  IF ids IS DISTINCT FROM accounts AND accounts IS DISTINCT FROM (SELECT array_agg(DISTINCT u.id ORDER BY u.id) FROM unnest(accounts) AS u (id)) THEN
    RAISE EXCEPTION 'the accounts of a batch are there once each, in order' USING ERRCODE = 'GH002';
  END IF;
  -- The database may have gone back to an earlier state since these numbers were remembered: then they are nobody's, or somebody else's.
  IF true_proofs IS DISTINCT FROM proofs THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
  SELECT array_agg(o.key) INTO known FROM public.posting o WHERE o.lane = in_lane AND o.key = ANY (keys);

  FOR p IN 1 .. total LOOP
    head := heads[p];
    IF head = p THEN
      entry := p;
      verdict := 0;
      IF known IS NOT NULL AND keys[p] = ANY (known) THEN
        SELECT CASE WHEN count(*) = (SELECT count(*) FROM unnest(heads) h WHERE h = entry) AND bool_and(
            s.debit = accounts[debits[p + s.place - 1]] AND s.credit = accounts[credits[p + s.place - 1]]
            AND s.amount = amounts[p + s.place - 1] AND s.code = codes[p + s.place - 1]) THEN 1 ELSE 2 END
          INTO verdict FROM (
            SELECT o.debit, o.credit, o.amount, o.code, row_number() OVER (ORDER BY o.id)::int4 AS place
              FROM public.posting f JOIN public.posting o ON o.lane = f.lane AND o.id BETWEEN f.id AND f.id + 1023 AND o.entry = f.id
              WHERE f.lane = in_lane AND f.key = keys[p]) s;
      END IF;
    ELSIF (head = entry) IS NOT TRUE THEN
      RAISE EXCEPTION 'the postings of an entry follow one another' USING ERRCODE = 'GH002';
    END IF;
    IF verdict = 0 THEN
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
      IF free IS NOT TRUE THEN
        IF owners IS NULL AND bond IN ('same order', 'same network') THEN
          SELECT array_agg(a.owner ORDER BY a.id), array_agg(a.purpose ORDER BY a.id) INTO owners, purposes
            FROM public.account a WHERE a.lane = in_lane AND a.id = ANY (accounts);
        END IF;
        IF (CASE bond
            WHEN 'other holder' THEN holders[d] <> holders[c]
            WHEN 'same holder' THEN holders[d] = holders[c]
            WHEN 'same order' THEN owners[d] = owners[c]
            WHEN 'same network' THEN split_part(purposes[d], ':', 2) = split_part(owners[c], ':', 2)
          END) IS NOT TRUE THEN
          RAISE EXCEPTION 'account % to account %, code %, is no movement of the table: %', accounts[d], accounts[c], codes[p], bond
            USING ERRCODE = 'GH002';
        END IF;
      END IF;
      paying := balances[d]; paid := balances[c];
      IF paying < (-9223372036854775808)::int8 + amount OR paid > 9223372036854775807 - amount THEN
        verdict := 3;
      ELSIF paying - amount < floors[d] THEN
        verdict := 10 + (sorts[d] & 7);
      ELSE
        paying := paying - amount; paid := paid + amount;
        balances[d] := paying; balances[c] := paid;
        debit_balances[p] := paying; credit_balances[p] := paid;
      END IF;
    END IF;
    IF verdict = 0 THEN
      accepted := true;
    ELSE
      -- Linked postings go together: what was applied of this entry is taken back.
      FOR back IN REVERSE p - 1 .. entry LOOP
        EXIT WHEN heads[back] = 0;
        balances[debits[back]] := balances[debits[back]] + amounts[back];
        balances[credits[back]] := balances[credits[back]] - amounts[back];
        heads[back] := 0;
      END LOOP;
      heads[p] := 0;
      verdicts := coalesce(verdicts, array_fill(0::int2, ARRAY[total]));
      verdicts[entry] := verdict;
    END IF;
  END LOOP;

  IF accepted THEN
    base := nextval('public.posting_id') - 1;
    INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, base + g, base + heads[g], keys[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g], credit_balances[g], sorts[debits[g]] & 7, codes[g], refs[g], moments[g] FROM generate_series(1, total) g WHERE heads[g] > 0;
  END IF;
  IF balances <> written THEN
    UPDATE public.account a SET balance = balances[width_bucket(a.id, accounts)] WHERE a.id = ANY (accounts) AND a.lane = in_lane AND a.balance <> balances[width_bucket(a.id, accounts)];
    IF balances IS DISTINCT FROM (SELECT array_agg(a.balance ORDER BY a.id) FROM public.account a WHERE a.id = ANY (accounts) AND a.lane = in_lane) THEN
      RAISE EXCEPTION 'the balances are not what was decided' USING ERRCODE = 'GH003';
    END IF;
  END IF;
  RETURN verdicts;
END $$;

-- Posts entries of one posting each, all at one moment and under one code, between an account of the house and accounts of wallets: what
-- a query found, in one statement. As post_entries does, it proves them while it has the accounts in hand.
--   keys, refs, houses, wallets, amounts: one for each entry, sorted by house and wallet. houses, wallets: numbers of accounts.
-- Answers false, and posts nothing, where an account is missing (NULL): open it, and ask again. All are posted or none: a key that is
-- known, a balance below its floor or one that would not fit is an error.
CREATE OR REPLACE FUNCTION post_found(
  in_lane int4, in_moment timestamptz, in_code int2, house_pays bool, keys text[], refs text[], houses int8[], wallets int8[], amounts int8[]
) RETURNS bool LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
  total int4 := coalesce(cardinality(keys), 0);
  way int8 := CASE WHEN house_pays THEN 1 ELSE -1 END;
  -- One of each for an account.
  ids int8[]; balances int8[]; floors int8[]; classes int2[]; assets int2[]; places tid[]; after int8[];
  enough bool; firsts int8[]; written int8;
BEGIN
  IF array_position(houses, NULL) IS NOT NULL OR array_position(wallets, NULL) IS NOT NULL THEN
    RETURN false;
  ELSIF total = 0 THEN
    RETURN true;
  END IF;
  -- By ascending number, as everybody locks them.
  SELECT array_agg(t.id), array_agg(t.balance), array_agg(t.floor), array_agg(t.class), array_agg(t.asset), array_agg(t.ctid)
    INTO ids, balances, floors, classes, assets, places
    FROM (SELECT a.id, a.balance, a.floor, a.class, a.asset, a.ctid FROM public.account a
      WHERE a.lane = in_lane AND a.id = ANY (wallets || (SELECT array_agg(DISTINCT u.house) FROM unnest(houses) AS u (house)))
      ORDER BY a.id FOR NO KEY UPDATE) t;

  IF EXISTS (
    SELECT FROM (SELECT DISTINCT u.house, w.class, w.asset FROM unnest(houses, wallets) AS u (house, wallet)
        LEFT JOIN unnest(ids, classes, assets) AS w (id, class, asset) ON w.id = u.wallet) k
      LEFT JOIN unnest(ids, classes, assets) AS h (id, class, asset) ON h.id = k.house
      LEFT JOIN public.movement m ON m.asset = k.asset AND m.asset = h.asset AND m.code = in_code AND m.bond = 'any'
        AND m.from_class = CASE WHEN house_pays THEN h.class ELSE k.class END AND m.to_class = CASE WHEN house_pays THEN k.class ELSE h.class END
      WHERE m.code IS NULL
  ) THEN
    RAISE EXCEPTION 'what was found, code %, is no movement of the table', in_code USING ERRCODE = 'GH002';
  END IF;

  -- In one direction alone: who has enough for all has enough for each.
  SELECT array_agg((l.balance + s.change)::int8 ORDER BY l.id), coalesce(bool_and(l.balance + s.change >= l.floor), true)
    INTO after, enough
    FROM unnest(ids, balances, floors) AS l (id, balance, floor) JOIN (
      SELECT c.account, sum(c.change) AS change FROM (
        SELECT u.wallet, way * u.amount FROM unnest(wallets, amounts) AS u (wallet, amount)
        UNION ALL SELECT u.house, -way * u.amount FROM unnest(houses, amounts) AS u (house, amount)) c (account, change)
      GROUP BY c.account) s ON s.account = l.id;
  IF NOT enough THEN
    RAISE EXCEPTION 'an account has not enough for what was found, code %', in_code USING ERRCODE = 'GH004';
  END IF;

  SELECT array_agg(nextval('public.posting_id')) INTO firsts FROM generate_series(1, (total + 1023) / 1024);
  INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, r.id, r.id, r.key, CASE WHEN house_pays THEN r.house ELSE r.wallet END, CASE WHEN house_pays THEN r.wallet ELSE r.house END, r.amount, CASE WHEN house_pays THEN r.house_balance ELSE r.wallet_balance END, CASE WHEN house_pays THEN r.wallet_balance ELSE r.house_balance END, r.asset, in_code, r.ref, in_moment FROM (SELECT firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 AS id, u.key, u.ref, u.house, u.wallet, u.amount, w.asset, (h.balance - way * sum(u.amount) OVER (PARTITION BY u.house ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS house_balance, (w.balance + way * sum(u.amount) OVER (PARTITION BY u.house, u.wallet ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS wallet_balance FROM unnest(keys, refs, houses, wallets, amounts) WITH ORDINALITY AS u (key, ref, house, wallet, amount, place) JOIN unnest(ids, balances, assets) AS w (id, balance, asset) ON w.id = u.wallet JOIN unnest(ids, balances) AS h (id, balance) ON h.id = u.house) r;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> total THEN
    RAISE EXCEPTION 'an account of what was found does not exist' USING ERRCODE = 'GH002';
  END IF;
  UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, after) AS u (place, balance) WHERE a.ctid = u.place;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> cardinality(places) OR cardinality(places) <> cardinality(after) THEN
    RAISE EXCEPTION 'an account moved away under its lock' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;

CREATE OR REPLACE FUNCTION apply_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $$
DECLARE stack text; wrong record; places tid[]; balances int8[]; before int8[]; follows bool;
BEGIN
  IF TG_RELID <> 'public.posting'::regclass THEN
    RAISE EXCEPTION 'only postings change balances' USING ERRCODE = 'GH001';
  END IF;
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF starts_with(stack, 'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, r.id, r.id, r.key, CASE WHEN house_pays THEN r.house ELSE r.wallet END, CASE WHEN house_pays THEN r.wallet ELSE r.house END, r.amount, CASE WHEN house_pays THEN r.house_balance ELSE r.wallet_balance END, CASE WHEN house_pays THEN r.wallet_balance ELSE r.house_balance END, r.asset, in_code, r.ref, in_moment FROM (SELECT firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 AS id, u.key, u.ref, u.house, u.wallet, u.amount, w.asset, (h.balance - way * sum(u.amount) OVER (PARTITION BY u.house ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS house_balance, (w.balance + way * sum(u.amount) OVER (PARTITION BY u.house, u.wallet ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS wallet_balance FROM unnest(keys, refs, houses, wallets, amounts) WITH ORDINALITY AS u (key, ref, house, wallet, amount, place) JOIN unnest(ids, balances, assets) AS w (id, balance, asset) ON w.id = u.wallet JOIN unnest(ids, balances) AS h (id, balance) ON h.id = u.house) r"
PL/pgSQL function public.post_found(integer,timestamp with time zone,smallint,boolean,text[],text[],bigint[],bigint[],bigint[]) line ') OR starts_with(stack, E'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, base + g, base + heads[g], keys[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g], credit_balances[g], sorts[debits[g]] & 7, codes[g], refs[g], moments[g] FROM generate_series(1, total) g WHERE heads[g] > 0"\nPL/pgSQL function public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[],bigint[],bigint[]) line ')
    OR starts_with(stack, E'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) VALUES (in_lane, number, number, in_key, in_debit, in_credit, in_amount, debit_left, credit_left, d.asset, in_code, in_ref, in_moment) ON CONFLICT (lane, key) DO NOTHING"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint,bigint,bigint) line ')
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
  UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER apply AFTER INSERT ON posting REFERENCING NEW TABLE AS new_postings
  FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();

CREATE OR REPLACE FUNCTION refuse_direct_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
  stack text;
  batch CONSTANT text := E'"\nPL/pgSQL function public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[],bigint[],bigint[]) line ';
BEGIN
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF NOT (starts_with(stack, 'SQL statement "UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, after) AS u (place, balance) WHERE a.ctid = u.place"
PL/pgSQL function public.post_found(integer,timestamp with time zone,smallint,boolean,text[],text[],bigint[],bigint[],bigint[]) line ') OR starts_with(stack, 'SQL statement "WITH changed AS (UPDATE public.account a SET balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903 THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END, room = NULL WHERE a.id = ANY (accounts) AND a.lane = in_lane RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder, a.proof) SELECT array_agg(w.id), array_agg(w.before), array_agg(w.balance), array_agg(w.floor), array_agg(w.sort), array_agg(w.holder), array_agg(w.proof) FROM changed w WHERE w.id > 0' || batch)
    OR starts_with(stack, 'SQL statement "UPDATE public.account a SET balance = balances[width_bucket(a.id, accounts)] WHERE a.id = ANY (accounts) AND a.lane = in_lane AND a.balance <> balances[width_bucket(a.id, accounts)]' || batch)
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END, room = NULL WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit)"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint,bigint,bigint) line ')
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before"\nPL/pgSQL function public.apply_postings() line '))
  THEN
    RAISE EXCEPTION 'a balance changes through a posting alone' USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER by_posting BEFORE UPDATE OF balance ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

-- On the word of one, no money moves.
CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT ON posting
  FOR EACH STATEMENT WHEN (current_setting('glasshouse.word', true) = 'one') EXECUTE FUNCTION refuse_one_word();
