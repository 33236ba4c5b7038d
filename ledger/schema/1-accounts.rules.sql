-- Functions that find and open accounts.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- Must match classOf in ledger/posting/classes.ts.
CREATE OR REPLACE FUNCTION class_of(owner text, purpose text, line text DEFAULT NULL) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE split_part(owner, ':', 1)
    WHEN 'issued' THEN 'issued'
    WHEN 'outside' THEN CASE split_part(owner, ':', 2) WHEN 'venue' THEN 'outside.venue' ELSE 'outside.network' END
    WHEN 'pool' THEN 'pool.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'market' THEN 'market.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'order' THEN 'order.' || line || '.' || purpose
    ELSE split_part(owner, ':', 1) || '.' || split_part(purpose, ':', 1)
  END
$$;

-- Finds or opens accounts, one result per input. settled: the account existed before this transaction, so a rollback
-- cannot remove it.
CREATE OR REPLACE FUNCTION find_accounts(
  in_lane int4, owners text[], purposes text[], assets int2[], in_holders text[], in_classes int2[],
  OUT ids int8[], OUT holders text[], OUT classes int2[], OUT fingerprints int8[], OUT settled bool[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = books, pg_temp SET enable_seqscan = off AS $$
DECLARE
  wrong text;
BEGIN
  FOR look IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY u.place), array_agg(a.holder ORDER BY u.place), array_agg(a.class ORDER BY u.place),
        array_agg(a.fingerprint ORDER BY u.place),
        array_agg(a.xmin IS DISTINCT FROM pg_current_xact_id_if_assigned()::xid ORDER BY u.place)
      INTO ids, holders, classes, fingerprints, settled
      FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
      LEFT JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset;
    EXIT WHEN look = 2 OR array_position(ids, NULL) IS NULL;

    SELECT min(u.owner || ' ' || u.purpose) INTO wrong
      FROM unnest(owners, purposes, in_holders, in_classes, ids) AS u (owner, purpose, holder, class, id)
      LEFT JOIN account_class c ON c.number = u.class
      WHERE u.id IS NULL AND (
        c.name = class_of(u.owner, u.purpose, split_part(c.name, '.', 2))
        AND (u.holder IS NOT NULL) = (c.name LIKE 'wallet.%' OR c.name LIKE 'order.%')
        AND (c.name NOT LIKE 'wallet.%' OR u.owner = 'wallet:' || u.holder)
      ) IS NOT TRUE;
    IF wrong IS NOT NULL THEN
      RAISE EXCEPTION 'account % cannot be opened like this', wrong USING ERRCODE = 'GH002';
    END IF;
    INSERT INTO account (lane, owner, purpose, asset, class, holder, floor)
      SELECT in_lane, u.owner, u.purpose, u.asset, c.number, u.holder,
        CASE WHEN c.name NOT IN ('issued', 'outside.network', 'outside.venue') THEN 0 END
      FROM unnest(owners, purposes, assets, in_holders, in_classes, ids) AS u (owner, purpose, asset, holder, class, id)
      JOIN account_class c ON c.number = u.class
      WHERE u.id IS NULL
      ORDER BY u.owner, u.purpose, u.asset
      ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION find_accounts, class_of TO glasshouse;
SET LOCAL ROLE NONE;
