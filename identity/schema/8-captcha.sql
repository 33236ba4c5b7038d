-- Puzzles that were tried. A puzzle itself is not kept: the server makes it again from its key, so nothing is written for a caller who only
-- asks. A round of partitions, ten minutes each.

CREATE TABLE captcha_try (
  -- The ten minutes it was made in, round and round: read from the puzzle's own key, so a key has one partition.
  part smallint NOT NULL,
  key text NOT NULL,
  tries smallint NOT NULL CHECK (tries BETWEEN 1 AND 3),
  solved_at timestamptz,
  -- A solution serves once.
  used_at timestamptz,
  PRIMARY KEY (part, key),
  CHECK (used_at IS NULL OR solved_at IS NOT NULL)
) PARTITION BY LIST (part);
CREATE TABLE captcha_try_0 PARTITION OF captcha_try FOR VALUES IN (0);
CREATE TABLE captcha_try_1 PARTITION OF captcha_try FOR VALUES IN (1);
CREATE TABLE captcha_try_2 PARTITION OF captcha_try FOR VALUES IN (2);
CREATE TABLE captcha_try_3 PARTITION OF captcha_try FOR VALUES IN (3);
-- A partition that has served is cleared whole.
GRANT TRUNCATE ON captcha_try_0, captcha_try_1, captcha_try_2, captcha_try_3 TO glasshouse;
