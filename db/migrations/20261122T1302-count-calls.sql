-- Why: calls that try secrets, make wallets or look others up are counted for all processes together. A round of partitions, an hour each.

CREATE TABLE call_count (
  part smallint NOT NULL,
  -- What is counted, e.g. creation.
  name text NOT NULL,
  -- An address (its /64 where it is IPv6) or a wallet.
  caller text NOT NULL,
  -- The length of the window in seconds, and when it began.
  span integer NOT NULL,
  since timestamptz NOT NULL,
  times integer NOT NULL,
  PRIMARY KEY (part, name, caller, span, since)
) PARTITION BY LIST (part);
CREATE TABLE call_count_0 PARTITION OF call_count FOR VALUES IN (0);
CREATE TABLE call_count_1 PARTITION OF call_count FOR VALUES IN (1);
CREATE TABLE call_count_2 PARTITION OF call_count FOR VALUES IN (2);
CREATE TABLE call_count_3 PARTITION OF call_count FOR VALUES IN (3);
