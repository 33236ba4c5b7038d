-- Builds the arrays of books.post_entries from readable text. The TypeScript client (batch.store.ts) does the same for whole batches.
CREATE SCHEMA example;

-- entries: [{"key": "transfer-1", "postings": ["wallet:ana available > wallet:ben available: 2.50 USDT, code 4"]}]
CREATE FUNCTION example.post_batch(entries jsonb) RETURNS TABLE (key text, verdict text, lacking text) LANGUAGE plpgsql AS $$
DECLARE
  found record; posted record; accounts int8[]; changes int8[]; fingerprints int8[];
BEGIN
  CREATE TEMP TABLE line ON COMMIT DROP AS
    SELECT row_number() OVER ()::int4 AS place, e.n AS entry, e.value->>'key' AS key, t[1] AS from_owner, t[2] AS from_purpose,
        t[3] AS to_owner, t[4] AS to_purpose, (t[5]::numeric * 100000000)::int8 AS units, t[7]::int2 AS code,
        array_position(ARRAY['USDT', 'WLD', 'ATMC', 'ATMX', 'ATM', 'POWER', 'CREDIT'], t[6])::int2 AS asset
      FROM jsonb_array_elements(entries) WITH ORDINALITY AS e (value, n), jsonb_array_elements_text(e.value->'postings') AS p,
        regexp_match(p, '^(\S+) (\S+) > (\S+) (\S+): ([0-9.]+) (\S+), code (-?\d+)$') AS t;
  CREATE TEMP TABLE side ON COMMIT DROP AS
    SELECT DISTINCT u.owner, u.purpose, l.asset, 0::int8 AS id, 0::int8 AS fingerprint, 0::int4 AS place
      FROM line l, LATERAL (VALUES (from_owner, from_purpose), (to_owner, to_purpose)) AS u (owner, purpose);
  SELECT f.* INTO found FROM (SELECT array_agg(owner ORDER BY owner, purpose, asset) AS owners,
      array_agg(purpose ORDER BY owner, purpose, asset) AS purposes, array_agg(asset ORDER BY owner, purpose, asset) AS assets,
      array_agg(CASE WHEN owner LIKE 'wallet:%' THEN substr(owner, 8) END ORDER BY owner, purpose, asset) AS holders,
      array_agg((SELECT number FROM account_class c WHERE c.name = books.class_of(owner, purpose)) ORDER BY owner, purpose, asset) AS classes
    FROM side) s, books.find_accounts(0, s.owners, s.purposes, s.assets, s.holders, s.classes) f;
  UPDATE side s SET id = f.id, fingerprint = f.fingerprint, place = f.place
    FROM (SELECT u.id, u.fingerprint, b.owner, b.purpose, b.asset, row_number() OVER (ORDER BY u.id)::int4 AS place
      FROM unnest(found.ids, found.fingerprints) AS u (id, fingerprint) JOIN balance b ON b.id = u.id) f
    WHERE (s.owner, s.purpose, s.asset) = (f.owner, f.purpose, f.asset);
  SELECT array_agg(s.id ORDER BY s.id), array_agg(s.fingerprint ORDER BY s.id), array_agg((
      SELECT coalesce(sum(CASE WHEN (l.to_owner, l.to_purpose) = (s.owner, s.purpose) THEN l.units ELSE -l.units END), 0) FROM line l
        WHERE l.asset = s.asset AND ((l.to_owner, l.to_purpose) = (s.owner, s.purpose) OR (l.from_owner, l.from_purpose) = (s.owner, s.purpose))
    )::int8 ORDER BY s.id)
    INTO accounts, fingerprints, changes FROM side s;
  SELECT p.* INTO posted FROM (SELECT array_agg(CASE WHEN l.place = l.head THEN l.key END ORDER BY l.place) AS keys,
      array_agg(l.head ORDER BY l.place) AS heads, array_agg(NULL::text) AS refs, array_agg(now()) AS moments,
      array_agg(d.place ORDER BY l.place) AS debits, array_agg(c.place ORDER BY l.place) AS credits,
      array_agg(l.units ORDER BY l.place) AS amounts, array_agg(l.code ORDER BY l.place) AS codes
    FROM (SELECT *, min(place) OVER (PARTITION BY entry) AS head FROM line) l
    JOIN side d ON (d.owner, d.purpose, d.asset) = (l.from_owner, l.from_purpose, l.asset)
    JOIN side c ON (c.owner, c.purpose, c.asset) = (l.to_owner, l.to_purpose, l.asset)) b,
    books.post_entries(0, accounts, b.keys, b.heads, b.refs, b.moments, b.debits, b.credits, b.amounts, b.codes, changes, fingerprints) p;
  RETURN QUERY SELECT l.key, coalesce(posted.verdicts[min(l.place)], 'posted'),
      (ARRAY['USDT', 'WLD', 'ATMC', 'ATMX', 'ATM', 'POWER', 'CREDIT'])[posted.lacking[min(l.place)]]
    FROM line l GROUP BY l.entry, l.key ORDER BY l.entry;
  DROP TABLE line, side;
END $$;

CREATE FUNCTION example.post(key text, VARIADIC postings text[]) RETURNS TABLE (verdict text, lacking text) LANGUAGE sql AS $$
  SELECT b.verdict, b.lacking FROM example.post_batch(jsonb_build_array(jsonb_build_object('key', key, 'postings', postings))) b
$$;

CREATE VIEW example.balances AS
  SELECT owner, purpose, (ARRAY['USDT', 'WLD', 'ATMC', 'ATMX', 'ATM', 'POWER', 'CREDIT'])[asset] AS asset,
      to_char(balance / 100000000.0, 'FM999990.00') AS balance
    FROM balance ORDER BY owner, purpose, asset;
