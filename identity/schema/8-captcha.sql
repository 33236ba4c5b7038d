-- Attempted captchas. Captchas are stateless, so requesting one writes nothing. Rotating partitions of ten minutes.

CREATE TABLE captcha_attempt (
  -- From the creation time in the captcha's key, so a key has exactly one partition.
  part smallint NOT NULL,
  key text NOT NULL,
  attempts smallint NOT NULL CHECK (attempts BETWEEN 1 AND 3),
  solved_at timestamptz,
  used_at timestamptz,
  PRIMARY KEY (part, key),
  CHECK (used_at IS NULL OR solved_at IS NOT NULL)
) PARTITION BY LIST (part);
CREATE TABLE captcha_attempt_0 PARTITION OF captcha_attempt FOR VALUES IN (0);
CREATE TABLE captcha_attempt_1 PARTITION OF captcha_attempt FOR VALUES IN (1);
CREATE TABLE captcha_attempt_2 PARTITION OF captcha_attempt FOR VALUES IN (2);
CREATE TABLE captcha_attempt_3 PARTITION OF captcha_attempt FOR VALUES IN (3);
GRANT TRUNCATE ON captcha_attempt_0, captcha_attempt_1, captcha_attempt_2, captcha_attempt_3 TO glasshouse;
