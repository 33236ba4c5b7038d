-- Each proof is valid once; a retry gets the same answer for some minutes. Challenges are stateless, so unauthenticated callers write
-- nothing. Rotating partitions of a day.

CREATE TABLE identity_challenge (
  -- From the creation day in the challenge ID, so an ID has exactly one partition.
  part smallint NOT NULL,
  cid text NOT NULL,
  used_at timestamptz NOT NULL,
  -- Hash of the caller's device and session point; null if retries get no answer.
  caller text,
  -- Null only during the transaction.
  wallet_id text,
  new_pub text,
  -- Digest of the wallet's security and session at the time of the answer; a retry needs the same.
  guards text,
  PRIMARY KEY (part, cid),
  CHECK ((wallet_id IS NULL) = (guards IS NULL))
) PARTITION BY LIST (part);
CREATE TABLE identity_challenge_0 PARTITION OF identity_challenge FOR VALUES IN (0);
CREATE TABLE identity_challenge_1 PARTITION OF identity_challenge FOR VALUES IN (1);
CREATE TABLE identity_challenge_2 PARTITION OF identity_challenge FOR VALUES IN (2);
CREATE TABLE identity_challenge_3 PARTITION OF identity_challenge FOR VALUES IN (3);
GRANT TRUNCATE ON identity_challenge_0, identity_challenge_1, identity_challenge_2, identity_challenge_3 TO glasshouse;
