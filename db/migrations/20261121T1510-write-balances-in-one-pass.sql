-- Why: a batch finds, locks and writes its accounts in one statement, and what it writes to disk is less: a posting costs the database a sixth less.
--
-- The caller says by how much each account changes if every entry passes, which it nearly always does: those balances are written while the
-- accounts are locked. Then the batch is decided as ever, from the balances before, and where an entry did not pass the right balances
-- are written over the first ones. What the caller says is a guess and no more: a wrong one costs a second write.

-- One machine has one lane, which tells nothing apart in an index of history; and no two rows of these are equal.
DROP INDEX posting_debit, posting_credit;
CREATE INDEX posting_debit ON posting (debit, id) WITH (deduplicate_items = off);
CREATE INDEX posting_credit ON posting (credit, id) WITH (deduplicate_items = off);

-- No index of accounts begins with the lane, so that no plan, made while the table was small, ever finds them by that alone.
ALTER TABLE account DROP CONSTRAINT account_pkey, ADD PRIMARY KEY (id, lane);
ALTER TABLE account DROP CONSTRAINT account_lane_owner_purpose_asset_key, ADD UNIQUE (owner, purpose, asset, lane);
DROP INDEX account_holder;
CREATE INDEX account_holder ON account (holder, lane) WHERE holder IS NOT NULL;

-- check_new_accounts() holds the same when an account is opened, neither changes afterwards, and this was looked at again with every balance.
ALTER TABLE account DROP CONSTRAINT account_class_fkey;

DROP FUNCTION post_entries(int4, int8[], text[], int4[], text[], timestamptz[], int4[], int4[], int8[], int2[]);

-- Decides a batch of entries in the order given, and writes those that pass, in one statement.
--   accounts: every account of the batch once, by ascending id. debits and credits are places in it, counted from 1.
--   changes: for each of these what all entries together add to its balance.
--   All others: one for each posting. heads: the place of the first posting of its entry. keys: on the first posting alone.
-- Answers NULL when all were posted. Else one number for each posting, which counts on the first one of an entry:
-- 0 posted · 1 replayed (the key is known, with the same postings) · 2 conflict (with others) · 3 a balance would not fit ·
-- 10 + asset: an account of that asset would go below its floor.
-- Accounts are locked by ascending id, so two batches cannot wait for each other; keys are looked up after the locks, so a
-- repeat sees what a batch just before it wrote. An entry that fails is taken back in memory and harms no other.
-- Every posting is proven here: a movement of the table, between accounts that belong together.
-- Plans are made once, because making them takes longer than what they do. That of the first statement can only go by the index of
-- numbers, so it meets the accounts in their order: no other index begins with a column it asks for.
CREATE FUNCTION post_entries(
  in_lane int4, accounts int8[], keys text[], heads int4[], refs text[], moments timestamptz[],
  debits int4[], credits int4[], amounts int8[], codes int2[], changes int8[]
) RETURNS int2[] LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- One of each for an account, in the order of its number. sorts: its class and asset in one number. written: what the first statement wrote.
  ids int8[]; balances int8[]; written int8[]; floors int8[]; sorts int8[]; holders text[]; owners text[]; purposes text[];
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
    AND cardinality(codes) = total AND cardinality(changes) = cardinality(accounts)) IS NOT TRUE THEN
    RAISE EXCEPTION 'every posting of a batch has one of each, every account its change' USING ERRCODE = 'GH002';
  END IF;
  WITH changed AS (UPDATE public.account a SET balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903 THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END, room = NULL WHERE a.id = ANY (accounts) AND a.lane = in_lane RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder) SELECT array_agg(w.id), array_agg(w.before), array_agg(w.balance), array_agg(w.floor), array_agg(w.sort), array_agg(w.holder) FROM changed w WHERE w.id > 0
    INTO ids, balances, written, floors, sorts, holders;
  IF ids IS DISTINCT FROM accounts THEN
    RAISE EXCEPTION 'an account of the batch does not exist, or they are not in order' USING ERRCODE = 'GH002';
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

-- A balance changes through a posting and in no other way.
CREATE OR REPLACE FUNCTION refuse_direct_balance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  stack text;
  batch CONSTANT text := E'"\nPL/pgSQL function public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[],bigint[]) line ';
BEGIN
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF NOT (starts_with(stack, 'SQL statement "WITH changed AS (UPDATE public.account a SET balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903 THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END, room = NULL WHERE a.id = ANY (accounts) AND a.lane = in_lane RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder) SELECT array_agg(w.id), array_agg(w.before), array_agg(w.balance), array_agg(w.floor), array_agg(w.sort), array_agg(w.holder) FROM changed w WHERE w.id > 0' || batch)
    OR starts_with(stack, 'SQL statement "UPDATE public.account a SET balance = balances[width_bucket(a.id, accounts)] WHERE a.id = ANY (accounts) AND a.lane = in_lane AND a.balance <> balances[width_bucket(a.id, accounts)]' || batch)
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END, room = NULL WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit)"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint) line ')
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before"\nPL/pgSQL function public.apply_postings() line '))
  THEN
    RAISE EXCEPTION 'a balance changes through a posting alone' USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;

-- Postings from the function above are proven already: the trigger that proves all others knows it by its new statement.
DO $$
DECLARE was text; now text;
BEGIN
  was := pg_get_functiondef('apply_postings'::regproc);
  now := regexp_replace(was, 'SELECT in_lane, base \+ u\.place.*?WHERE u\.e > 0', 'SELECT in_lane, base + g, base + heads[g], keys[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g], credit_balances[g], sorts[debits[g]] & 7, codes[g], refs[g], moments[g] FROM generate_series(1, total) g WHERE heads[g] > 0');
  now := replace(now, 'smallint[]) line ', 'smallint[],bigint[]) line ');
  IF strpos(now, 'heads[g] > 0"') = 0 OR strpos(now, 'bigint[]) line ') = 0 THEN
    RAISE EXCEPTION 'apply_postings is not the function this changes';
  END IF;
  EXECUTE now;
END $$;
