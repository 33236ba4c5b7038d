-- Attempted captchas. Captchas are stateless, so requesting one writes nothing. Rotating partitions of ten minutes.

CREATE TABLE captcha_try (
  -- From the creation time in the captcha's key, so a key has exactly one partition.
  part smallint NOT NULL,
  key text NOT NULL,
  tries smallint NOT NULL CHECK (tries BETWEEN 1 AND 3),
  solved_at timestamptz,
  used_at timestamptz,
  PRIMARY KEY (part, key),
  CHECK (used_at IS NULL OR solved_at IS NOT NULL)
) PARTITION BY LIST (part);
CREATE TABLE captcha_try_0 PARTITION OF captcha_try FOR VALUES IN (0);
CREATE TABLE captcha_try_1 PARTITION OF captcha_try FOR VALUES IN (1);
CREATE TABLE captcha_try_2 PARTITION OF captcha_try FOR VALUES IN (2);
CREATE TABLE captcha_try_3 PARTITION OF captcha_try FOR VALUES IN (3);
GRANT TRUNCATE ON captcha_try_0, captcha_try_1, captcha_try_2, captcha_try_3 TO glasshouse;
