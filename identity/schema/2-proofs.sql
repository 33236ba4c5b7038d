-- A challenge is made from the secret of the server and the words of the caller, so nothing is written for a caller who proved nothing. What
-- is kept is each proof that served: it serves once, and a repeat whose answer was lost gets the same answer for some minutes. A round of partitions, a day each.

CREATE TABLE identity_proof (
  -- The day it was made in, round and round: read from the challenge's own name, so a name has one partition.
  part smallint NOT NULL,
  cid text NOT NULL,
  used_at timestamptz NOT NULL,
  -- A hash of the caller's device and session point; null where a repeat is not answered.
  caller text,
  -- What it was used for: null only while that is under way.
  wallet_id text,
  new_pub text,
  -- The digest of the wallet's guards and open session when the answer was given: under any other a repeat is refused.
  guards text,
  PRIMARY KEY (part, cid),
  CHECK ((wallet_id IS NULL) = (guards IS NULL))
) PARTITION BY LIST (part);
CREATE TABLE identity_proof_0 PARTITION OF identity_proof FOR VALUES IN (0);
CREATE TABLE identity_proof_1 PARTITION OF identity_proof FOR VALUES IN (1);
CREATE TABLE identity_proof_2 PARTITION OF identity_proof FOR VALUES IN (2);
CREATE TABLE identity_proof_3 PARTITION OF identity_proof FOR VALUES IN (3);
-- A partition that has served is cleared whole.
GRANT TRUNCATE ON identity_proof_0, identity_proof_1, identity_proof_2, identity_proof_3 TO glasshouse;
