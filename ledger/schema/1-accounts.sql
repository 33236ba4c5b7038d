-- The schema's owner cannot log in. Other roles only call its functions and read its views, so every balance change
-- is a posting.

CREATE SCHEMA books AUTHORIZATION glasshouse_ledger;
SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;
GRANT USAGE ON SCHEMA books TO glasshouse;
-- Allows VACUUM and ANALYZE, which do not expose or change rows.
ALTER DEFAULT PRIVILEGES IN SCHEMA books GRANT MAINTAIN ON TABLES TO glasshouse;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Also stops superusers, unless they disable the trigger, which the audit reports.
CREATE FUNCTION refuse_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'glasshouse_ledger' THEN
    RAISE EXCEPTION '% of % is refused: the books change through their functions', tg_op, tg_table_name USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
-- Rows are immutable, even for the functions.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', tg_op, tg_table_name USING ERRCODE = 'GH001';
END $$;

-- From ledger/posting/classes.ts.
CREATE TABLE account_class (
  number int2 PRIMARY KEY CHECK (number BETWEEN 1 AND 1023),
  name text NOT NULL UNIQUE
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON account_class FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- From ledger/posting/movements.ts. Code -1 is hidden from records.
CREATE TABLE movement (
  from_class int2 NOT NULL REFERENCES account_class,
  to_class int2 NOT NULL REFERENCES account_class,
  asset int2 NOT NULL CHECK (asset BETWEEN 1 AND 1023),
  code int2 NOT NULL CHECK (code >= -1),
  bond text NOT NULL CHECK (bond IN ('any', 'same holder', 'other holder', 'same order', 'same network')),
  action text NOT NULL,
  PRIMARY KEY (from_class, to_class, asset, code)
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE SEQUENCE account_id;
CREATE TABLE account (
  lane int4 NOT NULL DEFAULT 0,
  id int8 NOT NULL DEFAULT nextval('books.account_id'),
  owner text NOT NULL,
  purpose text NOT NULL,
  asset int2 NOT NULL CHECK (asset BETWEEN 1 AND 1023),
  -- No foreign key, which would be checked with each balance; find_accounts() validates the class.
  class int2 NOT NULL,
  -- Null for company and outside accounts.
  holder text,
  -- Null if the balance may be negative.
  floor int8,
  -- In 10⁻⁸. Changes only together with a posting.
  balance int8 NOT NULL DEFAULT 0,
  -- Padding that the first posting removes. It leaves the page room for row versions, so the page is pruned once in
  -- about twenty postings.
  spare text DEFAULT repeat('-', 64),
  -- True for an empty order account whose postings are all in the stored history (keep_history). Holder queries skip
  -- it. A new posting reopens it.
  closed bool NOT NULL DEFAULT false,
  -- After a failover a cached id may belong to a different account. This detects it.
  fingerprint int8 NOT NULL
    GENERATED ALWAYS AS (hashtextextended(owner || ' ' || purpose || ' ' || coalesce(holder, ''), class * 1024 + asset)) STORED,
  -- No index starts with lane, so no plan made for a small table scans by lane alone.
  PRIMARY KEY (id, lane),
  UNIQUE (owner, purpose, asset, lane),
  CHECK (balance >= floor)
-- Pages with less than 10 % free space are pruned. With fillfactor 70 that happened on every access, a fifth of a
-- posting's cost.
) WITH (fillfactor = 90);
-- The midnight job scans all POWER (asset 6) accounts in chunks.
CREATE INDEX account_power ON account (id) WHERE asset = 6 AND purpose = 'available';
CREATE INDEX account_holder ON account (holder, lane) WHERE holder IS NOT NULL;
CREATE INDEX account_open ON account (holder, lane) WHERE holder IS NOT NULL AND NOT closed;
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_as_opened BEFORE UPDATE OF lane, id, owner, purpose, asset, class, holder, floor ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SET LOCAL ROLE NONE;
