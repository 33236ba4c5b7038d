-- Postings, and the keys that make a repeated entry harmless. `lane` is part of every key: 0 on one machine, the distribution key if the
-- ledger is ever spread over several machines.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- Makes a repeat harmless, for ever: so it lies outside of the months. Compared byte by byte, whatever language the database sorts in.
CREATE TABLE entry_key (
  lane int4 NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (key <> '' AND length(key) <= 120),
  -- The first posting of the entry.
  entry int8 NOT NULL,
  PRIMARY KEY (lane, key)
);
CREATE TRIGGER by_the_ledger BEFORE INSERT ON entry_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One step for each batch of postings: a batch takes at most 1024.
CREATE SEQUENCE posting_id INCREMENT 1024 MINVALUE 1 START 1024;
CREATE TABLE posting (
  lane int4 NOT NULL DEFAULT 0,
  -- Rises within its lane. Its first bits count the months since 2026 began, so a month's postings lie together (begin_month).
  id int8 NOT NULL,
  -- The id of the first posting of the entry.
  entry int8 NOT NULL,
  debit int8 NOT NULL,
  credit int8 NOT NULL,
  amount int8 NOT NULL CHECK (amount > 0),
  -- The balances right after this posting.
  debit_balance int8 NOT NULL,
  credit_balance int8 NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  ref text,
  -- On the business clock; written_at is the real time.
  happened_at timestamptz NOT NULL,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (id, lane),
  CHECK (debit <> credit),
  CHECK (entry <= id)
) PARTITION BY RANGE (id);
-- One machine has one lane, which tells nothing apart in an index of history; and no two rows of these are equal.
CREATE INDEX posting_debit ON posting (debit, id) WITH (deduplicate_items = off);
CREATE INDEX posting_credit ON posting (credit, id) WITH (deduplicate_items = off);
CREATE TRIGGER by_the_ledger BEFORE INSERT ON posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which months have begun.
CREATE TABLE month (
  -- Counted since 2026 began.
  number int4 PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
SET LOCAL ROLE NONE;
