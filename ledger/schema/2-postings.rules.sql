-- Both posting functions lock accounts in ascending order to avoid deadlocks, then check every posting the same way.

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

-- Returns 1 for equal postings, 2 for different ones, null for unknown keys.
CREATE OR REPLACE FUNCTION known_verdict(in_lane int4, in_key text, debits int8[], credits int8[], amounts int8[], codes int2[])
RETURNS int2 LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = cardinality(debits) AND bool_and(
      p.debit = debits[p.place] AND p.credit = credits[p.place] AND p.amount = amounts[p.place] AND p.code = codes[p.place])
    THEN 1 ELSE 2 END::int2
    FROM books.entry_key k CROSS JOIN LATERAL (
      SELECT o.debit, o.credit, o.amount, o.code, row_number() OVER (ORDER BY o.id)::int4 AS place
        FROM books.posting o WHERE o.lane = k.lane AND o.id BETWEEN k.entry AND k.entry + 1023 AND o.entry = k.entry) p
    WHERE k.lane = in_lane AND k.key = in_key
    GROUP BY k.entry
$$;

-- Decides entries in order and writes those that pass. accounts, changes, proofs: per account, by ascending id. changes: balance changes if
-- every entry passes, written while locking and overwritten if one fails. keys … codes: per posting. heads: position of the entry's first
-- posting, which alone has the key. debits, credits: positions in accounts. Positions start at 1. Returns null if all were posted,
-- otherwise a verdict at each head. 0: posted. 1: replayed. 2: conflict. 3: balance overflow. 10 + asset: below its floor. Keys are looked
-- up after locking, so a repeat sees the previous batch.
CREATE OR REPLACE FUNCTION post_entries(
  in_lane int4, accounts int8[], keys text[], heads int4[], refs text[], moments timestamptz[], debits int4[], credits int4[],
  amounts int8[], codes int2[], changes int8[], proofs int8[]
) RETURNS int2[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = books, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  total int4 := cardinality(debits);
  -- One value per account. written: balances of the first statement. sorts: class and asset combined.
  ids int8[]; balances int8[]; written int8[]; floors int8[]; sorts int8[]; holders text[]; true_proofs int8[];
  owners text[]; purposes text[];
  debit_balances int8[] := array_fill(0::int8, ARRAY[total]);
  credit_balances int8[] := debit_balances;
  known text[]; verdicts int2[]; verdict int2 := 0; is_any_posted bool := false; base int8; entry int4; last int4;
  movements int8[] := '{}'; bonds text[] := '{}'; this_movement int8; last_movement int8 := 0; bond text; place int4;
  debit int4; credit int4; amount int8; debit_balance int8; credit_balance int8;
BEGIN
  IF (total <= 1024 AND cardinality(keys) = total AND cardinality(heads) = total AND cardinality(credits) = total
    AND cardinality(amounts) = total AND cardinality(codes) = total AND cardinality(refs) = total AND cardinality(moments) = total
    AND cardinality(changes) = cardinality(accounts) AND cardinality(proofs) = cardinality(accounts)) IS NOT TRUE THEN
    RAISE EXCEPTION 'a batch has at most 1024 postings, one of each for every posting and every account' USING ERRCODE = 'GH002';
  END IF;
  WITH changed AS (
    UPDATE account a SET room = NULL, closed = false, balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903
        THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END
      WHERE a.id = ANY (accounts) AND a.lane = in_lane
      RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class * 1024::int8 + a.asset AS sort, a.holder, a.proof
  )
  SELECT array_agg(c.id), array_agg(c.before), array_agg(c.balance), array_agg(c.floor), array_agg(c.sort), array_agg(c.holder),
      array_agg(c.proof)
    INTO ids, balances, written, floors, sorts, holders, true_proofs FROM (SELECT * FROM changed ORDER BY id) c;
  IF ids IS DISTINCT FROM accounts AND cardinality(ids) IS NOT DISTINCT FROM cardinality(accounts)
    OR accounts IS DISTINCT FROM (SELECT array_agg(DISTINCT u.id ORDER BY u.id) FROM unnest(accounts) AS u (id)) THEN
    RAISE EXCEPTION 'the accounts of a batch are there once each, in order' USING ERRCODE = 'GH002';
  ELSIF ids IS DISTINCT FROM accounts OR true_proofs IS DISTINCT FROM proofs THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
  SELECT array_agg(k.key) INTO known FROM entry_key k WHERE k.lane = in_lane AND k.key = ANY (keys);

  FOR p IN 1 .. total LOOP
    IF heads[p] = p THEN
      entry := p;
      verdict := 0;
      IF keys[p] IS NULL THEN
        RAISE EXCEPTION 'an entry has a key' USING ERRCODE = 'GH002';
      ELSIF keys[p] = ANY (known) THEN
        last := (SELECT max(u.place) FROM unnest(heads) WITH ORDINALITY AS u (head, place) WHERE u.head = entry);
        verdict := known_verdict(in_lane, keys[p], ARRAY(SELECT accounts[u] FROM unnest(debits[p : last]) AS u),
          ARRAY(SELECT accounts[u] FROM unnest(credits[p : last]) AS u), amounts[p : last], codes[p : last]);
      END IF;
    ELSIF (heads[p] = entry AND keys[p] IS NULL) IS NOT TRUE THEN
      RAISE EXCEPTION 'the postings of an entry follow one another' USING ERRCODE = 'GH002';
    END IF;

    IF verdict = 0 THEN
      debit := debits[p]; credit := credits[p]; amount := amounts[p];
      this_movement := (sorts[debit] * 1048576 + sorts[credit]) * 65536 + codes[p];
      IF this_movement IS DISTINCT FROM last_movement THEN
        place := array_position(movements, this_movement);
        IF place IS NULL THEN
          bond := bond_of((sorts[debit] / 1024)::int2, (sorts[credit] / 1024)::int2, (sorts[debit] % 1024)::int2,
            (sorts[credit] % 1024)::int2, codes[p]);
          movements := movements || this_movement; bonds := bonds || bond;
        ELSE
          bond := bonds[place];
        END IF;
        last_movement := this_movement;
      END IF;
      IF owners IS NULL AND bond IN ('same order', 'same network') THEN
        SELECT array_agg(a.owner ORDER BY a.id), array_agg(a.purpose ORDER BY a.id) INTO owners, purposes
          FROM account a WHERE a.lane = in_lane AND a.id = ANY (accounts);
      END IF;
      IF bond IS DISTINCT FROM 'any'
        AND NOT belong_together(bond, holders[debit], holders[credit], owners[debit], owners[credit], purposes[debit]) THEN
        RAISE EXCEPTION 'account % to account %, code %, is no movement of the table', accounts[debit], accounts[credit], codes[p]
          USING ERRCODE = 'GH002';
      END IF;
      debit_balance := balances[debit]; credit_balance := balances[credit];
      IF debit_balance < (-9223372036854775808)::int8 + amount OR credit_balance > 9223372036854775807 - amount THEN
        verdict := 3;
      ELSIF debit_balance - amount < floors[debit] THEN
        verdict := 10 + sorts[debit] % 1024;
      ELSE
        debit_balance := debit_balance - amount; credit_balance := credit_balance + amount;
        balances[debit] := debit_balance; balances[credit] := credit_balance;
        debit_balances[p] := debit_balance; credit_balances[p] := credit_balance;
      END IF;
    END IF;
    IF verdict = 0 THEN
      is_any_posted := true;
    ELSE
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

  IF is_any_posted THEN
    base := nextval('posting_id') - 1;
    INSERT INTO entry_key (lane, key, entry) SELECT in_lane, keys[g], base + g FROM generate_series(1, total) g WHERE heads[g] = g;
    INSERT INTO posting (lane, id, entry, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at)
      SELECT in_lane, base + g, base + heads[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g],
          credit_balances[g], sorts[debits[g]] % 1024, codes[g], refs[g], moments[g]
        FROM generate_series(1, total) g WHERE heads[g] > 0;
  END IF;
  IF balances <> written THEN
    UPDATE account a SET balance = decided.balance FROM unnest(ids, balances) AS decided (id, balance)
      WHERE a.id = decided.id AND a.lane = in_lane AND a.balance <> decided.balance;
  END IF;
  RETURN verdicts;
END $$;

-- Posts entries of one posting each, between a company and a wallet account. keys, refs, houses, wallets, amounts: per entry, sorted by
-- house and wallet. houses, wallets: account ids. Returns false and posts nothing if an account is null; open it and retry. Posts all or
-- none. Known keys, balances below their floor and overflows are errors.
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
  UPDATE account a SET balance = u.balance, room = NULL, closed = false FROM unnest(places, after) AS u (place, balance) WHERE a.ctid = u.place;
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
