-- Accounts are opened empty, in the class their name says.

CREATE OR REPLACE FUNCTION class_of(owner text, purpose text, line text DEFAULT NULL)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT CASE split_part(owner, ':', 1)
    WHEN 'issued' THEN 'issued'
    WHEN 'outside' THEN CASE split_part(owner, ':', 2) WHEN 'venue' THEN 'outside.venue' ELSE 'outside.network' END
    WHEN 'pool' THEN 'pool.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'market' THEN 'market.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'order' THEN 'order.' || line || '.' || purpose
    ELSE split_part(owner, ':', 1) || '.' || split_part(purpose, ':', 1)
  END
$$;

CREATE OR REPLACE FUNCTION check_new_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $$
DECLARE wrong text;
BEGIN
  SELECT format('%s %s', n.owner, n.purpose) INTO wrong
    FROM new_accounts n LEFT JOIN account_class c ON c.number = n.class
    WHERE n.balance <> 0
      OR c.name IS DISTINCT FROM class_of(n.owner, n.purpose, split_part(c.name, '.', 2))
      OR n.floor IS DISTINCT FROM CASE WHEN c.name IN ('issued', 'outside.network', 'outside.venue') THEN NULL ELSE 0 END
      OR (n.holder IS NOT NULL) <> (c.name LIKE 'wallet.%' OR c.name LIKE 'order.%')
      OR (c.name LIKE 'wallet.%' AND n.owner <> 'wallet:' || n.holder)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'account % cannot be opened like this', wrong USING ERRCODE = 'GH002';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER check_new AFTER INSERT ON account REFERENCING NEW TABLE AS new_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION check_new_accounts();

CREATE OR REPLACE FUNCTION open_accounts(in_lane integer, owners text[], purposes text[], assets smallint[], holders text[], classes smallint[])
 RETURNS TABLE(account_id bigint, account_holder text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $$
BEGIN
  INSERT INTO account (lane, owner, purpose, asset, class, holder, floor)
    SELECT in_lane, u.owner, u.purpose, u.asset, c.number, u.holder,
      CASE WHEN c.name IN ('issued', 'outside.network', 'outside.venue') THEN NULL ELSE 0 END
      FROM unnest(owners, purposes, assets, holders, classes) AS u (owner, purpose, asset, holder, class)
      LEFT JOIN account_class c ON c.number = u.class
      WHERE NOT EXISTS (SELECT FROM account a WHERE a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset)
      ORDER BY u.owner, u.purpose, u.asset
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT a.id, a.holder
    FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
    JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset
    ORDER BY u.place;
END $$;

CREATE OR REPLACE FUNCTION find_accounts(in_lane integer, owners text[], purposes text[], assets smallint[], in_holders text[], in_classes smallint[])
 RETURNS TABLE(ids bigint[], holders text[], classes smallint[], proofs bigint[], settled boolean[])
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $$
BEGIN
  FOR look IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY u.place), array_agg(a.holder ORDER BY u.place), array_agg(a.class ORDER BY u.place),
        array_agg(a.proof ORDER BY u.place),
        array_agg(a.xmin IS DISTINCT FROM pg_current_xact_id_if_assigned()::xid ORDER BY u.place)
      INTO ids, holders, classes, proofs, settled
      FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
      LEFT JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset;
    EXIT WHEN look = 2 OR array_position(ids, NULL) IS NULL;
    PERFORM open_accounts(in_lane, owners, purposes, assets, in_holders, in_classes);
  END LOOP;
  RETURN NEXT;
END $$;
