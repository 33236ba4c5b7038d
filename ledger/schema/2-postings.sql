-- Postings. `lane` is part of every key: 0 on one machine, the distribution key if the ledger is ever spread over several machines.

-- One step for each batch of postings: a batch takes at most 1024.
CREATE SEQUENCE posting_id INCREMENT 1024 MINVALUE 1 START 1024;
CREATE TABLE posting (
  lane int4 NOT NULL DEFAULT 0,
  id int8 NOT NULL,
  -- The id of the first posting of the entry.
  entry int8 NOT NULL,
  -- On the first posting of an entry only: makes a repeat harmless. Compared byte by byte, whatever language the database sorts in.
  key text COLLATE "C" CHECK (key <> '' AND length(key) <= 120),
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
  PRIMARY KEY (lane, id),
  UNIQUE (lane, key),
  CHECK ((key IS NOT NULL) = (id = entry)),
  CHECK (debit <> credit)
);
-- One machine has one lane, which tells nothing apart in an index of history; and no two rows of these are equal.
CREATE INDEX posting_debit ON posting (debit, id) WITH (deduplicate_items = off);
CREATE INDEX posting_credit ON posting (credit, id) WITH (deduplicate_items = off);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
