-- A repeated request gets the answer it got before, so that a lost answer never moves money twice. A round of partitions, a day each: one
-- is cleared whole. A key is looked for in all that live, and claimed in the part of today (kit/wire/kept-answer.store.ts).

CREATE TABLE kept_answer (
  part smallint NOT NULL,
  wallet_id text NOT NULL,
  -- The caller's Idempotency-Key, or path and signature where it sent none.
  key text NOT NULL,
  -- SHA-256 of path and parameters: the same key with others is a conflict.
  fingerprint text NOT NULL,
  -- The answer, sealed for this wallet and key: some hold an account or a name. Null only while the request that claimed the key is under way.
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
-- A partition that has served is cleared whole.
GRANT TRUNCATE ON kept_answer_0, kept_answer_1, kept_answer_2, kept_answer_3, kept_answer_4, kept_answer_5, kept_answer_6, kept_answer_7, kept_answer_8, kept_answer_9 TO glasshouse;
