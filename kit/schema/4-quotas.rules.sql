-- Bytes per month, as in kit/store/quotas.ts; a test compares them.
CREATE OR REPLACE FUNCTION quota_of(kind text, scope text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT bytes * 1048576 FROM (VALUES
    ('picture', 'wallet', 24::bigint), ('picture', 'thread', 48), ('picture', 'young', 2048), ('picture', 'all', 8192),
    ('evidence', 'wallet', 48), ('evidence', 'thread', 96), ('evidence', 'young', 8192), ('evidence', 'all', 8192),
    ('message', 'wallet', 2), ('message', 'thread', 4), ('message', 'young', 256), ('message', 'all', 1024)
  ) AS q (of, at, bytes) WHERE of = kind AND at = scope
$$;

-- Adds to the month's usage. Each of 16 counters has a sixteenth of a shared quota.
CREATE OR REPLACE FUNCTION count_kept(of text, whose text, at timestamptz, added bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  scope text := split_part(whose, ':', 1);
  most bigint := quota_of(of, split_part(whose, ':', 1)) / CASE WHEN split_part(whose, ':', 1) IN ('all', 'young') THEN 16 ELSE 1 END;
  total bigint;
BEGIN
  INSERT INTO quota_use AS k (month, kind, owner, bytes)
    VALUES (date_trunc('month', at AT TIME ZONE 'UTC')::date, of, whose, added)
    ON CONFLICT (month, kind, owner) DO UPDATE SET bytes = k.bytes + excluded.bytes RETURNING k.bytes INTO total;
  IF most IS NULL OR total > most THEN
    RAISE EXCEPTION 'no room for % of %: % of % bytes this month', of, scope, total, most USING ERRCODE = 'GH006';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION quota_part(wallet_id text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT abs(hashtext(wallet_id) % 16)
$$;
