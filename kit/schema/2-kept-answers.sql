-- A repeated request gets its earlier answer, so a retry never moves money twice. Rotating partitions of a day. Lookups search all valid
-- partitions; keys are claimed in today's (kit/wire/kept-answer.store.ts).

CREATE TABLE kept_answer (
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  -- The Idempotency-Key, or path and signature without one.
  key text NOT NULL,
  -- SHA-256 of path and parameters. The same key with different ones is a conflict.
  fingerprint text NOT NULL,
  -- Encrypted for this wallet and key, as answers may be private. Null only while the first request runs.
  sealed bytea,
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
GRANT TRUNCATE ON kept_answer_0, kept_answer_1, kept_answer_2, kept_answer_3, kept_answer_4, kept_answer_5, kept_answer_6, kept_answer_7, kept_answer_8, kept_answer_9 TO glasshouse;
