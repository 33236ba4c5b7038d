-- Accounts, and the table of movements: what may be moved from which account to which.

-- What kinds of account there are: ledger/classes.ts, in its order.
CREATE TABLE account_class (
  number int2 PRIMARY KEY,
  name text NOT NULL UNIQUE
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON account_class
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What may be moved: ledger/movements.ts. Code -1 shows in no record.
CREATE TABLE movement (
  from_class int2 NOT NULL REFERENCES account_class,
  to_class int2 NOT NULL REFERENCES account_class,
  asset int2 NOT NULL CHECK (asset BETWEEN 1 AND 7),
  code int2 NOT NULL CHECK (code >= -1),
  bond text NOT NULL CHECK (bond IN ('any', 'same holder', 'other holder', 'same order', 'same network')),
  action text NOT NULL,
  PRIMARY KEY (from_class, to_class, asset, code)
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE SEQUENCE account_id;
CREATE TABLE account (
  lane int4 NOT NULL DEFAULT 0,
  id int8 NOT NULL DEFAULT nextval('account_id'),
  owner text NOT NULL,
  purpose text NOT NULL,
  asset int2 NOT NULL CHECK (asset BETWEEN 1 AND 7),
  -- check_new_accounts() compares it with owner and purpose, and it never changes: so no reference, which would be looked at with each balance.
  class int2 NOT NULL,
  -- The wallet whose coins these are; null for accounts of the house and of the world outside.
  holder text,
  -- The least balance; null for the accounts coins and points come from.
  floor int8,
  -- In 10⁻⁸ of the asset. Written together with a posting, and in no other way.
  balance int8 NOT NULL DEFAULT 0,
  -- Pages of accounts keep room for new versions of their rows, so that they are tidied once in some twenty postings and not at nearly each.
  -- PostgreSQL tidies a page when what is free falls below what the fillfactor leaves free: a fillfactor alone never gives both
  -- room and rest. So an account is opened wider than it stays, and its first posting gives the difference back.
  room text DEFAULT repeat('-', 64),
  -- Made of what an account never changes. Whoever posts says with each number which account is meant: the database may have gone back
  -- to an earlier state since the number was remembered, and then it is another account.
  proof int8 NOT NULL
  GENERATED ALWAYS AS (hashtextextended(owner || ' ' || purpose || ' ' || coalesce(holder, ''), class * 8 + asset)) STORED,
  -- No index of accounts begins with the lane, so that no plan, made while the table was small, ever finds them by that alone.
  PRIMARY KEY (id, lane),
  UNIQUE (owner, purpose, asset, lane),
  CHECK (balance >= floor)
-- Pages are tidied when less than a tenth of them is free: at 70 that was at every access, a fifth of what a posting cost.
) WITH (fillfactor = 90);
-- Every midnight goes through all accounts of computing power, in order, a piece at a time; asset 6 is POWER.
CREATE INDEX account_power ON account (lane, id) WHERE asset = 6 AND purpose = 'available';
CREATE INDEX account_holder ON account (holder, lane) WHERE holder IS NOT NULL;
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_as_opened BEFORE UPDATE OF lane, id, owner, purpose, asset, class, holder, floor ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
