-- Why: accounts that are there are found in one look, and the answer says which of them no rollback can take away, so that they may be remembered.

-- Finds accounts, and opens those that are missing. One answer for each one asked, in that order.
-- settled: it was there before this transaction wrote anything to it. (Nothing in the house opens a savepoint, whose rows would bear another number.)
CREATE FUNCTION find_accounts(in_lane int4, owners text[], purposes text[], assets int2[], in_holders text[])
RETURNS TABLE (ids int8[], holders text[], settled bool[]) LANGUAGE plpgsql SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  FOR look IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY u.place), array_agg(a.holder ORDER BY u.place),
        array_agg(a.xmin IS DISTINCT FROM pg_current_xact_id_if_assigned()::xid ORDER BY u.place)
      INTO ids, holders, settled
      FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
      LEFT JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset;
    EXIT WHEN look = 2 OR array_position(ids, NULL) IS NULL;
    PERFORM open_accounts(in_lane, owners, purposes, assets, in_holders);
  END LOOP;
  RETURN NEXT;
END $$;
