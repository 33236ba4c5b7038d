-- `lane` is part of every key: 0 on one machine, the distribution key if the ledger is sharded.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- Keys are kept forever, so not partitioned by month, and compared bytewise, independent of the database's collation.
CREATE TABLE entry_key (
  lane int4 NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (key <> '' AND length(key) <= 120),
  -- The entry's first posting.
  entry int8 NOT NULL,
  PRIMARY KEY (lane, key)
);
CREATE TRIGGER by_the_ledger BEFORE INSERT ON entry_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each batch takes one step and has at most 1024 postings.
CREATE SEQUENCE posting_id INCREMENT 1024 MINVALUE 1 START 1024;
CREATE TABLE posting (
  lane int4 NOT NULL DEFAULT 0,
  -- Ascending within a lane. The top bits count months since January 2026 (begin_month).
  id int8 NOT NULL,
  -- The entry's first posting.
  entry int8 NOT NULL,
  debit int8 NOT NULL,
  credit int8 NOT NULL,
  amount int8 NOT NULL CHECK (amount > 0),
  debit_balance int8 NOT NULL,
  credit_balance int8 NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  ref text,
  -- Business clock; written_at is real time.
  happened_at timestamptz NOT NULL,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (id, lane),
  CHECK (debit <> credit),
  CHECK (entry <= id)
) PARTITION BY RANGE (id);
-- The indexes omit lane, because there is only one. No two rows are equal, so deduplication is off.
CREATE INDEX posting_debit ON posting (debit, id) WITH (deduplicate_items = off);
CREATE INDEX posting_credit ON posting (credit, id) WITH (deduplicate_items = off);
CREATE TRIGGER by_the_ledger BEFORE INSERT ON posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE month (
  -- Months since January 2026.
  number int4 PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
SET LOCAL ROLE NONE;
