-- Accounts, and the table of movements: what may be moved from which account to which. The books have a schema of their own and an owner
-- nobody signs in as. Everybody else calls its functions and reads its views; no other way in exists, so a balance changes by a posting.

CREATE SCHEMA books AUTHORIZATION glasshouse_ledger;
SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;
GRANT USAGE ON SCHEMA books TO glasshouse;
-- Whoever works with the books may tidy their pages, which neither reads nor changes a row.
ALTER DEFAULT PRIVILEGES IN SCHEMA books GRANT MAINTAIN ON TABLES TO glasshouse;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Also whoever may do anything on this server changes the books through the functions alone, or switches this off, which the audit tells.
CREATE FUNCTION refuse_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'glasshouse_ledger' THEN
    RAISE EXCEPTION '% of % is refused: the books change through their functions', tg_op, tg_table_name USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
-- What is written stays as it is, for the functions too.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', tg_op, tg_table_name USING ERRCODE = 'GH001';
END $$;

-- What kinds of account there are: ledger/classes.ts, in its order.
CREATE TABLE account_class (
  number int2 PRIMARY KEY CHECK (number BETWEEN 1 AND 1023),
  name text NOT NULL UNIQUE
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON account_class FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What may be moved: ledger/movements.ts. Code -1 shows in no record.
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
  -- find_accounts() compares it with owner and purpose, and it never changes: so no reference, which would be looked at with each balance.
  class int2 NOT NULL,
  -- The wallet whose coins these are; null for accounts of the house and of the world outside.
  holder text,
  -- The least balance; null for the accounts coins and points come from.
  floor int8,
  -- In 10⁻⁸ of the asset. Written together with a posting, and in no other way.
  balance int8 NOT NULL DEFAULT 0,
  -- An account is opened wider than it stays, and its first posting gives the difference back. So its page has room for new versions
  -- of its row, and is tidied once in some twenty postings and not at nearly each: a fillfactor alone never gives both.
  room text DEFAULT repeat('-', 64),
  -- Set for an account of an order that has nothing left and whose postings are all kept (keep_history): readers of a holder pass it
  -- over. Whatever is posted to it opens it again.
  closed bool NOT NULL DEFAULT false,
  -- Made of what an account never changes. Whoever posts says with each number which account is meant: the database may have gone back
  -- to an earlier state since the number was remembered, and then it is another account.
  proof int8 NOT NULL
    GENERATED ALWAYS AS (hashtextextended(owner || ' ' || purpose || ' ' || coalesce(holder, ''), class * 1024 + asset)) STORED,
  -- No index of accounts begins with the lane, so that no plan, made while the table was small, ever finds them by that alone.
  PRIMARY KEY (id, lane),
  UNIQUE (owner, purpose, asset, lane),
  CHECK (balance >= floor)
-- Pages are tidied when less than a tenth of them is free: at 70 that was at every access, a fifth of what a posting cost.
) WITH (fillfactor = 90);
-- Every midnight goes through all accounts of computing power, in order, a piece at a time; asset 6 is POWER.
CREATE INDEX account_power ON account (id) WHERE asset = 6 AND purpose = 'available';
CREATE INDEX account_holder ON account (holder, lane) WHERE holder IS NOT NULL;
CREATE INDEX account_open ON account (holder, lane) WHERE holder IS NOT NULL AND NOT closed;
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_as_opened BEFORE UPDATE OF lane, id, owner, purpose, asset, class, holder, floor ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
SET LOCAL ROLE NONE;
