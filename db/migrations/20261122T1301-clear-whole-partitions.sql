-- Why: what serves for minutes or days lies in a round of partitions that are cleared whole, so that clearing keeps up whatever is written;
-- and what a stranger who guesses can write about a wallet has a bound.

-- A nonce lies where the signed moment says, so the same request always meets itself. No reference to the session: a session that was
-- cleared away has nothing left to replay.
DROP TABLE session_nonce;
CREATE TABLE session_nonce (
  -- Ten minutes each.
  part smallint NOT NULL,
  session_id text NOT NULL,
  nonce text NOT NULL,
  PRIMARY KEY (part, session_id, nonce)
) PARTITION BY LIST (part);
CREATE TABLE session_nonce_0 PARTITION OF session_nonce FOR VALUES IN (0);
CREATE TABLE session_nonce_1 PARTITION OF session_nonce FOR VALUES IN (1);
CREATE TABLE session_nonce_2 PARTITION OF session_nonce FOR VALUES IN (2);
CREATE TABLE session_nonce_3 PARTITION OF session_nonce FOR VALUES IN (3);

-- A day each; a key is looked for in all that live, and claimed in today's (kept-answer.store.ts).
ALTER TABLE kept_answer RENAME TO kept_answer_before;
ALTER TABLE kept_answer_before DROP CONSTRAINT kept_answer_pkey;
DROP INDEX kept_answer_at;
CREATE TABLE kept_answer (
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  -- The caller's Idempotency-Key, or path and signature where it sent none.
  key text NOT NULL,
  -- SHA-256 of path and parameters: the same key with others is a conflict.
  fingerprint text NOT NULL,
  -- Null only while the request that claimed the key is under way.
  data jsonb,
  at timestamptz NOT NULL,
  PRIMARY KEY (part, wallet_id, key)
) PARTITION BY LIST (part);
CREATE TABLE kept_answer_0 PARTITION OF kept_answer FOR VALUES IN (0);
CREATE TABLE kept_answer_1 PARTITION OF kept_answer FOR VALUES IN (1);
CREATE TABLE kept_answer_2 PARTITION OF kept_answer FOR VALUES IN (2);
CREATE TABLE kept_answer_3 PARTITION OF kept_answer FOR VALUES IN (3);
CREATE TABLE kept_answer_4 PARTITION OF kept_answer FOR VALUES IN (4);
CREATE TABLE kept_answer_5 PARTITION OF kept_answer FOR VALUES IN (5);
CREATE TABLE kept_answer_6 PARTITION OF kept_answer FOR VALUES IN (6);
CREATE TABLE kept_answer_7 PARTITION OF kept_answer FOR VALUES IN (7);
CREATE TABLE kept_answer_8 PARTITION OF kept_answer FOR VALUES IN (8);
CREATE TABLE kept_answer_9 PARTITION OF kept_answer FOR VALUES IN (9);
INSERT INTO kept_answer (part, wallet_id, key, fingerprint, data, at)
  SELECT floor(extract(epoch FROM at) / 86400)::bigint % 10, wallet_id, key, fingerprint, data, at FROM kept_answer_before
  WHERE at > clock_timestamp() - interval '7 days';
DROP TABLE kept_answer_before;

-- Sign-ins that failed: a row for a wallet, hour and device, of nine rows at most an hour: eight devices, and one for all others.
CREATE TABLE login_failure (
  -- A week each.
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  hour timestamptz NOT NULL,
  place smallint NOT NULL CHECK (place BETWEEN 0 AND 8),
  -- Empty at the last place: others.
  device_id text NOT NULL CHECK ((device_id = '') = (place = 8)),
  times bigint NOT NULL CHECK (times > 0),
  -- Of the last one.
  at timestamptz NOT NULL,
  user_agent text NOT NULL,
  ip text NOT NULL,
  known_device boolean NOT NULL,
  PRIMARY KEY (part, wallet_id, hour, place),
  UNIQUE (part, wallet_id, hour, device_id)
) PARTITION BY LIST (part);
CREATE TABLE login_failure_0 PARTITION OF login_failure FOR VALUES IN (0);
CREATE TABLE login_failure_1 PARTITION OF login_failure FOR VALUES IN (1);
CREATE TABLE login_failure_2 PARTITION OF login_failure FOR VALUES IN (2);
CREATE TABLE login_failure_3 PARTITION OF login_failure FOR VALUES IN (3);
CREATE TABLE login_failure_4 PARTITION OF login_failure FOR VALUES IN (4);
CREATE TABLE login_failure_5 PARTITION OF login_failure FOR VALUES IN (5);
CREATE TABLE login_failure_6 PARTITION OF login_failure FOR VALUES IN (6);
CREATE TABLE login_failure_7 PARTITION OF login_failure FOR VALUES IN (7);
INSERT INTO login_failure (part, wallet_id, hour, place, device_id, times, at, user_agent, ip, known_device)
  SELECT floor(extract(epoch FROM hour) / 604800)::bigint % 8, wallet_id, hour, place, device_id, times, at, user_agent, ip, known_device
  FROM (
    SELECT wallet_id, hour, row_number() OVER (PARTITION BY wallet_id, hour ORDER BY at DESC) - 1 AS place, device_id, times, at,
      user_agent, ip, known_device
    FROM (
      SELECT wallet_id, date_trunc('hour', at, 'UTC') AS hour, device_id, count(*) AS times, max(at) AS at,
        (array_agg(user_agent ORDER BY id DESC))[1] AS user_agent, (array_agg(ip ORDER BY id DESC))[1] AS ip,
        bool_or(known_device) AS known_device
      FROM login_record WHERE NOT ok AND device_id <> '' AND at > clock_timestamp() - interval '35 days' GROUP BY 1, 2, 3
    ) each
  ) placed WHERE place < 8;
DELETE FROM login_record WHERE NOT ok;
ALTER TABLE login_record ADD CONSTRAINT login_record_ok CHECK (ok);
