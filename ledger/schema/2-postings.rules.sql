-- Posting: the only way to change a balance.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- Null if there is no such movement.
CREATE OR REPLACE FUNCTION bond_of(debit_class int2, credit_class int2, debit_asset int2, credit_asset int2, in_code int2)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT m.bond FROM books.movement m
    WHERE m.from_class = debit_class AND m.to_class = credit_class AND m.asset = debit_asset AND m.asset = credit_asset AND m.code = in_code
$$;

CREATE OR REPLACE FUNCTION belong_together(
  bond text, debit_holder text, credit_holder text, debit_owner text, credit_owner text, debit_purpose text
) RETURNS bool LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE bond
    WHEN 'any' THEN true
    WHEN 'same holder' THEN debit_holder = credit_holder
    WHEN 'other holder' THEN debit_holder <> credit_holder
    WHEN 'same order' THEN debit_owner = credit_owner
    WHEN 'same network' THEN split_part(debit_purpose, ':', 2) = split_part(credit_owner, ':', 2)
  END) IS TRUE
$$;

-- Refuses a posting that no row of the table of movements allows.
CREATE OR REPLACE FUNCTION check_movements(
  classes int2[], assets int2[], holders text[], owners text[], purposes text[], debits int4[], credits int4[], codes int2[]
) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  wrong record;
BEGIN
  SELECT concat_ws(' ', owners[u.debit], purposes[u.debit]) AS debit, concat_ws(' ', owners[u.credit], purposes[u.credit]) AS credit,
      u.code INTO wrong
    FROM unnest(debits, credits, codes) AS u (debit, credit, code)
    LEFT JOIN movement m ON m.from_class = classes[u.debit] AND m.to_class = classes[u.credit]
      AND m.asset = assets[u.debit] AND m.asset = assets[u.credit] AND m.code = u.code
    WHERE NOT belong_together(m.bond, holders[u.debit], holders[u.credit], owners[u.debit], owners[u.credit], purposes[u.debit])
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no movement goes from % to % with code %', wrong.debit, wrong.credit, wrong.code USING ERRCODE = 'GH002';
  END IF;
END $$;

-- Locks accounts in ascending order and writes their balances as if every entry passed.
CREATE OR REPLACE FUNCTION lock_accounts(
  in_lane int4, accounts int8[], changes int8[], fingerprints int8[],
  OUT balances int8[], OUT guesses int8[], OUT floors int8[], OUT classes int2[], OUT assets int2[],
  OUT holders text[], OUT owners text[], OUT purposes text[]
) LANGUAGE plpgsql AS $$
DECLARE
  ids int8[]; found_fingerprints int8[];
BEGIN
  WITH changed AS (
    UPDATE account a SET spare = NULL, closed = false, balance = CASE
        WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903
        THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END
      WHERE a.id = ANY (accounts) AND a.lane = in_lane
      RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose,
        a.fingerprint
  )
  SELECT array_agg(c.id), array_agg(c.before), array_agg(c.balance), array_agg(c.floor), array_agg(c.class),
      array_agg(c.asset), array_agg(c.holder), array_agg(c.owner), array_agg(c.purpose), array_agg(c.fingerprint)
    INTO ids, balances, guesses, floors, classes, assets, holders, owners, purposes, found_fingerprints
    FROM (SELECT * FROM changed ORDER BY id) c;
  IF ids IS DISTINCT FROM accounts AND cardinality(ids) IS NOT DISTINCT FROM cardinality(accounts)
    OR accounts IS DISTINCT FROM (SELECT array_agg(DISTINCT u.id ORDER BY u.id) FROM unnest(accounts) AS u (id)) THEN
    RAISE EXCEPTION 'the accounts of a batch are there once each, in order' USING ERRCODE = 'GH002';
  ELSIF ids IS DISTINCT FROM accounts OR found_fingerprints IS DISTINCT FROM fingerprints THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
END $$;

-- Verdicts of entries whose keys were posted before, at their heads. Null if there are none.
CREATE OR REPLACE FUNCTION known_verdicts(
  in_lane int4, accounts int8[], keys text[], heads int4[], debits int4[], credits int4[], amounts int8[], codes int2[]
) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  known record; head int4; verdicts text[];
BEGIN
  FOR known IN SELECT k.key, k.entry FROM entry_key k WHERE k.lane = in_lane AND k.key = ANY (keys) LOOP
    FOREACH head IN ARRAY array_positions(keys, known.key) LOOP
      verdicts := coalesce(verdicts, array_fill(NULL::text, ARRAY[cardinality(keys)]));
      verdicts[head] := CASE WHEN
        (SELECT array_agg((accounts[debits[g]], accounts[credits[g]], amounts[g], codes[g]) ORDER BY g)
          FROM generate_series(head, cardinality(heads)) g WHERE heads[g] = head)
        = (SELECT array_agg((p.debit, p.credit, p.amount, p.code) ORDER BY p.id) FROM posting p
          WHERE p.lane = in_lane AND p.id BETWEEN known.entry AND known.entry + 1023 AND p.entry = known.entry)
        THEN 'replayed' ELSE 'conflict' END;
    END LOOP;
  END LOOP;
  RETURN verdicts;
END $$;

-- Decides entries in order, on the balances that the earlier ones leave. An entry that is refused changes nothing,
-- and the heads of its postings become 0.
CREATE OR REPLACE FUNCTION decide_entries(
  keys text[], known text[], floors int8[], assets int2[], debits int4[], credits int4[], amounts int8[],
  INOUT heads int4[], INOUT balances int8[], OUT debit_balances int8[], OUT credit_balances int8[],
  OUT verdicts text[], OUT lacking int2[]
) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  total int4 := cardinality(heads);
  entry int4; verdict text; debit int4; credit int4; amount int8;
BEGIN
  debit_balances := array_fill(0::int8, ARRAY[total]);
  credit_balances := debit_balances;
  FOR p IN 1 .. total LOOP
    IF heads[p] = p AND keys[p] IS NOT NULL THEN
      entry := p;
      verdict := known[p];
    ELSIF (heads[p] = entry AND keys[p] IS NULL) IS NOT TRUE THEN
      RAISE EXCEPTION 'the postings of an entry follow one another, and the first one has its key' USING ERRCODE = 'GH002';
    END IF;
    IF verdict IS NULL THEN
      debit := debits[p]; credit := credits[p]; amount := amounts[p];
      IF balances[debit] < (-9223372036854775808)::int8 + amount OR balances[credit] > 9223372036854775807 - amount THEN
        verdict := 'overflow';
      ELSIF balances[debit] - amount < floors[debit] THEN
        verdict := 'insufficient';
      ELSE
        balances[debit] := balances[debit] - amount; debit_balances[p] := balances[debit];
        balances[credit] := balances[credit] + amount; credit_balances[p] := balances[credit];
        CONTINUE;
      END IF;
    END IF;
    IF heads[entry] > 0 THEN
      verdicts := coalesce(verdicts, array_fill('posted'::text, ARRAY[total]));
      lacking := coalesce(lacking, array_fill(NULL::int2, ARRAY[total]));
      verdicts[entry] := verdict;
      IF verdict = 'insufficient' THEN lacking[entry] := assets[debits[p]]; END IF;
      FOR back IN entry .. p - 1 LOOP
        balances[debits[back]] := balances[debits[back]] + amounts[back];
        balances[credits[back]] := balances[credits[back]] - amounts[back];
        heads[back] := 0;
      END LOOP;
    END IF;
    heads[p] := 0;
  END LOOP;
END $$;

-- Decides entries in order and posts those that pass. Per account, by ascending id: accounts, changes (the sum of its
-- postings) and fingerprints. Per posting: keys … codes. heads: position of the entry's first posting, which alone
-- has the key. debits, credits: positions in accounts. Positions start at 1. Returns null if all were posted,
-- otherwise a verdict at each head, and the asset that is lacking. Looks keys up after locking, so a repeat sees the
-- previous batch.
CREATE OR REPLACE FUNCTION post_entries(
  in_lane int4, accounts int8[], keys text[], heads int4[], refs text[], moments timestamptz[], debits int4[], credits int4[],
  amounts int8[], codes int2[], changes int8[], fingerprints int8[], OUT verdicts text[], OUT lacking int2[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = books, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  total int4 := cardinality(heads);
  balances int8[]; guesses int8[]; floors int8[]; classes int2[]; assets int2[]; holders text[]; owners text[]; purposes text[];
  decided_heads int4[]; decided_balances int8[]; debit_balances int8[]; credit_balances int8[]; base int8;
BEGIN
  IF (total <= 1024 AND cardinality(keys) = total AND cardinality(debits) = total AND cardinality(credits) = total
    AND cardinality(amounts) = total AND cardinality(codes) = total AND cardinality(refs) = total AND cardinality(moments) = total
    AND cardinality(changes) = cardinality(accounts) AND cardinality(fingerprints) = cardinality(accounts)) IS NOT TRUE THEN
    RAISE EXCEPTION 'a batch has at most 1024 postings, one of each for every posting and every account' USING ERRCODE = 'GH002';
  END IF;
  SELECT * INTO balances, guesses, floors, classes, assets, holders, owners, purposes
    FROM lock_accounts(in_lane, accounts, changes, fingerprints);
  PERFORM check_movements(classes, assets, holders, owners, purposes, debits, credits, codes);
  SELECT * INTO decided_heads, decided_balances, debit_balances, credit_balances, verdicts, lacking
    FROM decide_entries(keys, known_verdicts(in_lane, accounts, keys, heads, debits, credits, amounts, codes), floors, assets,
      debits, credits, amounts, heads, balances);
  IF verdicts IS NULL OR 'posted' = ANY (verdicts) THEN
    base := nextval('posting_id') - 1;
    INSERT INTO entry_key (lane, key, entry)
      SELECT in_lane, keys[g], base + g FROM generate_series(1, total) g WHERE decided_heads[g] = g;
    INSERT INTO posting (lane, id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at)
      SELECT in_lane, base + g, base + heads[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g],
          credit_balances[g], assets[debits[g]], codes[g], refs[g], moments[g]
        FROM generate_series(1, total) g WHERE decided_heads[g] > 0;
  END IF;
  IF decided_balances <> guesses THEN
    UPDATE account a SET balance = decided.balance FROM unnest(accounts, decided_balances) AS decided (id, balance)
      WHERE a.id = decided.id AND a.lane = in_lane AND a.balance <> decided.balance;
  END IF;
END $$;

-- Posts entries of one posting each, between a company and a wallet account. keys, refs, houses, wallets, amounts:
-- per entry, sorted by house and wallet. houses, wallets: account ids. Returns false and posts nothing if an account
-- is null; open it and retry. Posts all or none. Known keys, balances below their floor and overflows are errors.
CREATE OR REPLACE FUNCTION post_found(
  in_lane int4, in_moment timestamptz, in_code int2, house_pays bool, keys text[], refs text[], houses int8[], wallets int8[],
  amounts int8[]
) RETURNS bool LANGUAGE plpgsql SECURITY DEFINER SET search_path = books, pg_temp SET enable_seqscan = off AS $$
DECLARE
  total int4 := coalesce(cardinality(keys), 0);
  way int8 := CASE WHEN house_pays THEN 1 ELSE -1 END;
  ids int8[]; balances int8[]; floors int8[]; classes int2[]; assets int2[]; places tid[]; after int8[];
  wrong int8; is_enough bool; firsts int8[]; written int8; moved int8;
BEGIN
  IF total = 0 OR array_position(houses, NULL) IS NOT NULL OR array_position(wallets, NULL) IS NOT NULL THEN
    RETURN total = 0;
  END IF;
  SELECT array_agg(t.id), array_agg(t.balance), array_agg(t.floor), array_agg(t.class), array_agg(t.asset), array_agg(t.ctid)
    INTO ids, balances, floors, classes, assets, places
    FROM (SELECT a.id, a.balance, a.floor, a.class, a.asset, a.ctid FROM account a
      WHERE a.lane = in_lane AND a.id = ANY (wallets || (SELECT array_agg(DISTINCT u.house) FROM unnest(houses) AS u (house)))
      ORDER BY a.id FOR NO KEY UPDATE) t;

  SELECT min(k.house) INTO wrong
    FROM (SELECT DISTINCT u.house, w.class, w.asset FROM unnest(houses, wallets) AS u (house, wallet)
      LEFT JOIN unnest(ids, classes, assets) AS w (id, class, asset) ON w.id = u.wallet) k
    LEFT JOIN unnest(ids, classes, assets) AS h (id, class, asset) ON h.id = k.house
    WHERE (CASE WHEN house_pays THEN bond_of(h.class, k.class, h.asset, k.asset, in_code)
      ELSE bond_of(k.class, h.class, k.asset, h.asset, in_code) END) IS DISTINCT FROM 'any';
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'what was found for account %, code %, is no movement of the table', wrong, in_code USING ERRCODE = 'GH002';
  END IF;

  -- All postings go in one direction, so a balance that covers their sum covers each of them.
  SELECT array_agg((l.balance + s.change)::int8 ORDER BY l.id), coalesce(bool_and(l.balance + s.change >= l.floor), true)
    INTO after, is_enough
    FROM unnest(ids, balances, floors) AS l (id, balance, floor) JOIN (
      SELECT c.account, sum(c.change) AS change FROM (
        SELECT u.wallet, way * u.amount FROM unnest(wallets, amounts) AS u (wallet, amount)
        UNION ALL SELECT u.house, -way * u.amount FROM unnest(houses, amounts) AS u (house, amount)) c (account, change)
      GROUP BY c.account) s ON s.account = l.id;
  IF NOT is_enough THEN
    RAISE EXCEPTION 'an account has not enough for what was found, code %', in_code USING ERRCODE = 'GH004';
  END IF;

  SELECT array_agg(nextval('posting_id')) INTO firsts FROM generate_series(1, (total + 1023) / 1024);
  INSERT INTO entry_key (lane, key, entry)
    SELECT in_lane, u.key, firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 FROM unnest(keys) WITH ORDINALITY AS u (key, place);
  INSERT INTO posting (lane, id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at)
    SELECT in_lane, r.id, r.id, CASE WHEN house_pays THEN r.house ELSE r.wallet END, CASE WHEN house_pays THEN r.wallet ELSE r.house END,
      r.amount, CASE WHEN house_pays THEN r.house_balance ELSE r.wallet_balance END,
      CASE WHEN house_pays THEN r.wallet_balance ELSE r.house_balance END, r.asset, in_code, r.ref, in_moment
    FROM (
      SELECT firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 AS id, u.ref, u.house, u.wallet, u.amount, w.asset,
        (h.balance - way * sum(u.amount) OVER (PARTITION BY u.house ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS house_balance,
        (w.balance + way * sum(u.amount) OVER (PARTITION BY u.house, u.wallet ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8
          AS wallet_balance
      FROM unnest(refs, houses, wallets, amounts) WITH ORDINALITY AS u (ref, house, wallet, amount, place)
      JOIN unnest(ids, balances, assets) AS w (id, balance, asset) ON w.id = u.wallet
      JOIN unnest(ids, balances) AS h (id, balance) ON h.id = u.house
    ) r;
  GET DIAGNOSTICS written = ROW_COUNT;
  UPDATE account a SET balance = u.balance, spare = NULL, closed = false FROM unnest(places, after) AS u (place, balance) WHERE a.ctid = u.place;
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF written <> total OR moved <> cardinality(places) OR cardinality(places) <> cardinality(after) THEN
    RAISE EXCEPTION 'an account of what was found does not exist, or moved away under its lock' USING ERRCODE = '40001';
  END IF;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION post_entries, post_found TO glasshouse;

-- One operator alone cannot move money.
CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT ON posting
  FOR EACH STATEMENT WHEN (current_setting('glasshouse.word', true) = 'one') EXECUTE FUNCTION public.refuse_one_word();
SET LOCAL ROLE NONE;
