-- Why: settlement pays a million orders from what the database knows already. To bring them here and back took longer than to write the postings.

-- Posts entries of one posting each, all at one moment and under one code, between an account of the house and accounts of wallets: what
-- a query found, in one statement. As post_entries does, it proves them while it has the accounts in hand.
--   keys, refs, houses, wallets, amounts: one for each entry, sorted by house and wallet. houses, wallets: numbers of accounts.
-- Answers false, and posts nothing, where an account is missing (NULL): open it, and ask again. All are posted or none: a key that is
-- known, a balance below its floor or one that would not fit is an error.
CREATE FUNCTION post_found(
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

-- Both guards know its statements by their text, and let them through where this function runs them.
DO $do$
DECLARE
  body CONSTANT text := pg_get_functiondef('post_found'::regproc);
  place CONSTANT text := E'"\nPL/pgSQL function public.post_found(integer,timestamp with time zone,smallint,boolean,text[],text[],bigint[],bigint[],bigint[]) line ';
  guard record; was text; added text;
BEGIN
  FOR guard IN SELECT * FROM (VALUES
    ('apply_postings', 'IF ', substring(body FROM 'INSERT INTO public\.posting [^;]*')),
    ('refuse_direct_balance', 'IF NOT (', substring(body FROM 'UPDATE public\.account [^;]*'))) AS g (name, begins, statement)
  LOOP
    was := pg_get_functiondef(guard.name::regproc);
    added := format('%sstarts_with(stack, %L) OR ', guard.begins, 'SQL statement "' || guard.statement || place);
    IF added IS NULL OR array_length(string_to_array(was, guard.begins || 'starts_with(stack, '), 1) IS DISTINCT FROM 2 THEN
      RAISE EXCEPTION '% is not the function this changes', guard.name;
    END IF;
    EXECUTE replace(was, guard.begins || 'starts_with(stack, ', added || 'starts_with(stack, ');
  END LOOP;
END $do$;
