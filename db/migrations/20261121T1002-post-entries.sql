-- Why: one call that opens accounts, and one that decides and writes a batch of entries.

-- Finds accounts, and opens those that are missing. One answer for each one asked, in that order.
CREATE FUNCTION open_accounts(in_lane int4, owners text[], purposes text[], assets int2[], holders text[])
RETURNS TABLE (account_id int8, account_holder text) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account (lane, owner, purpose, asset, class, holder, floor)
    SELECT in_lane, u.owner, u.purpose, u.asset, c.number, u.holder,
      CASE WHEN c.name IN ('issued', 'outside.network', 'outside.venue') THEN NULL ELSE 0 END
      FROM unnest(owners, purposes, assets, holders) AS u (owner, purpose, asset, holder)
      LEFT JOIN account_class c ON c.name = class_of(u.owner, u.purpose)
      WHERE NOT EXISTS (SELECT FROM account a WHERE a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset)
      ORDER BY u.owner, u.purpose, u.asset
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT a.id, a.holder
    FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
    JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset
    ORDER BY u.place;
END $$;

-- Decides a batch of entries in the order given, and writes those that pass, in one statement.
--   accounts: every account of the batch once, by ascending id. debits and credits are places in it, counted from 1.
--   keys, sizes, refs, moments: one for each entry; sizes says how many of the postings are its own.
--   amounts, codes: one for each posting.
-- Answers one number for each entry: 0 posted · 1 replayed (the key is known, with the same postings) · 2 conflict (with
-- others) · 3 a balance would not fit · 10 + asset: an account of that asset would go below its floor.
-- Accounts are locked by ascending id, so two batches cannot wait for each other; keys are looked up after the locks, so a
-- repeat sees what a batch just before it wrote. An entry that fails is taken back in memory and harms no other.
CREATE FUNCTION post_entries(
  in_lane int4, accounts int8[], keys text[], sizes int4[], refs text[], moments timestamptz[],
  debits int4[], credits int4[], amounts int8[], codes int2[]
) RETURNS int2[] LANGUAGE plpgsql AS $$
DECLARE
  ids int8[]; balances int8[]; floors int8[]; assets int2[]; known text[];
  verdicts int2[] := array_fill(0::int2, ARRAY[cardinality(keys)]);
  owners int4[] := array_fill(0, ARRAY[cardinality(debits)]);
  debit_balances int8[] := array_fill(0::int8, ARRAY[cardinality(debits)]);
  credit_balances int8[] := debit_balances;
  starts int4[] := verdicts;
  at int4 := 1; p int4; d int4; c int4; amount int8; verdict int2; accepted bool := false; same bool; base int8;
BEGIN
  SELECT array_agg(t.id), array_agg(t.balance), array_agg(t.floor), array_agg(t.asset) INTO ids, balances, floors, assets
    FROM (SELECT id, balance, floor, asset FROM account WHERE lane = in_lane AND id = ANY (accounts)
      ORDER BY id FOR NO KEY UPDATE) t;
  IF ids IS DISTINCT FROM accounts THEN
    RAISE EXCEPTION 'an account of the batch does not exist, or they are not in order' USING ERRCODE = 'GH002';
  END IF;
  SELECT array_agg(key) INTO known FROM posting WHERE lane = in_lane AND key = ANY (keys);

  FOR e IN 1 .. cardinality(keys) LOOP
    starts[e] := at;
    verdict := 0;
    IF known IS NOT NULL AND keys[e] = ANY (known) THEN
      SELECT count(*) = sizes[e] AND bool_and(
          s.debit = accounts[debits[at + s.place - 1]] AND s.credit = accounts[credits[at + s.place - 1]]
          AND s.amount = amounts[at + s.place - 1] AND s.code = codes[at + s.place - 1])
        INTO same FROM (
          SELECT o.debit, o.credit, o.amount, o.code, row_number() OVER (ORDER BY o.id)::int4 AS place
            FROM posting f JOIN posting o ON o.lane = f.lane AND o.id BETWEEN f.id AND f.id + 1023 AND o.entry = f.id
            WHERE f.lane = in_lane AND f.key = keys[e]) s;
      verdict := CASE WHEN same THEN 1 ELSE 2 END;
    ELSE
      p := at;
      WHILE verdict = 0 AND p < at + sizes[e] LOOP
        d := debits[p]; c := credits[p]; amount := amounts[p];
        IF balances[d] < (-9223372036854775808)::int8 + amount OR balances[c] > 9223372036854775807 - amount THEN
          verdict := 3;
        ELSIF balances[d] - amount < floors[d] THEN
          verdict := 10 + assets[d];
        ELSE
          balances[d] := balances[d] - amount; balances[c] := balances[c] + amount;
          debit_balances[p] := balances[d]; credit_balances[p] := balances[c];
          owners[p] := e;
          p := p + 1;
        END IF;
      END LOOP;
      IF verdict = 0 THEN
        accepted := true;
      ELSE
        -- Linked postings go together: what was applied of this entry is taken back.
        WHILE p > at LOOP
          p := p - 1;
          owners[p] := 0;
          balances[debits[p]] := balances[debits[p]] + amounts[p];
          balances[credits[p]] := balances[credits[p]] - amounts[p];
        END LOOP;
      END IF;
    END IF;
    verdicts[e] := verdict;
    at := at + sizes[e];
  END LOOP;

  IF accepted THEN
    base := nextval('posting_id') - 1;
    INSERT INTO posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at)
      SELECT in_lane, base + u.place, base + starts[u.e], CASE WHEN u.place = starts[u.e] THEN keys[u.e] END,
        accounts[u.d], accounts[u.c], u.amount, u.debit_balance, u.credit_balance, assets[u.d], u.code, refs[u.e], moments[u.e]
      FROM unnest(debits, credits, amounts, codes, debit_balances, credit_balances, owners)
        WITH ORDINALITY AS u (d, c, amount, code, debit_balance, credit_balance, e, place)
      WHERE u.e > 0;
  END IF;
  RETURN verdicts;
END $$;
