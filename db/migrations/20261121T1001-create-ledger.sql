-- Why: accounts and postings, which the database itself keeps balanced, append-only and within the table of movements.
-- `lane` is part of every key: 0 on one machine, the distribution key should the ledger ever be spread over several.

-- What kinds of account there are: ledger/classes.ts, in its order.
CREATE TABLE account_class (
  number int2 PRIMARY KEY,
  name text NOT NULL UNIQUE
);

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

CREATE SEQUENCE account_id;
CREATE TABLE account (
  lane int4 NOT NULL DEFAULT 0,
  id int8 NOT NULL DEFAULT nextval('account_id'),
  owner text NOT NULL,
  purpose text NOT NULL,
  asset int2 NOT NULL CHECK (asset BETWEEN 1 AND 7),
  class int2 NOT NULL REFERENCES account_class,
  -- The wallet whose coins these are; null for accounts of the house and of the world outside.
  holder text,
  -- The least balance; null for the accounts coins and points come from.
  floor int8,
  -- In 10⁻⁸ of the asset. Written by the trigger on posting alone.
  balance int8 NOT NULL DEFAULT 0,
  PRIMARY KEY (lane, id),
  UNIQUE (lane, owner, purpose, asset),
  CHECK (balance >= floor)
) WITH (fillfactor = 70);
CREATE INDEX account_holder ON account (lane, holder) WHERE holder IS NOT NULL;

-- One step for each batch of postings: a batch takes at most 1024.
CREATE SEQUENCE posting_id INCREMENT 1024 MINVALUE 1 START 1024;
CREATE TABLE posting (
  lane int4 NOT NULL DEFAULT 0,
  id int8 NOT NULL,
  -- The id of the first posting of the entry.
  entry int8 NOT NULL,
  -- On the first posting of an entry only: makes a repeat harmless.
  key text CHECK (key <> '' AND length(key) <= 120),
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
CREATE INDEX posting_debit ON posting (lane, debit, id);
CREATE INDEX posting_credit ON posting (lane, credit, id);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept_as_opened BEFORE UPDATE OF lane, id, owner, purpose, asset, class, holder, floor ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON account_class
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The class an account has, by its owner and purpose. The same rule as classOf in ledger/classes.ts.
CREATE FUNCTION class_of(owner text, purpose text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE split_part(owner, ':', 1)
    WHEN 'issued' THEN 'issued'
    WHEN 'outside' THEN CASE split_part(owner, ':', 2) WHEN 'venue' THEN 'outside.venue' ELSE 'outside.network' END
    WHEN 'pool' THEN 'pool.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'market' THEN 'market.' || split_part(owner, ':', 2) || '.' || purpose
    ELSE split_part(owner, ':', 1) || '.' || split_part(purpose, ':', 1)
  END
$$;

-- An account is opened empty, in the class its name says, and may be below zero only where coins and points come from.
CREATE FUNCTION check_new_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wrong text;
BEGIN
  SELECT format('%s %s', n.owner, n.purpose) INTO wrong
    FROM new_accounts n LEFT JOIN account_class c ON c.number = n.class
    WHERE n.balance <> 0
      OR c.name IS DISTINCT FROM class_of(n.owner, n.purpose)
      OR n.floor IS DISTINCT FROM CASE WHEN c.name IN ('issued', 'outside.network', 'outside.venue') THEN NULL ELSE 0 END
      OR (n.holder IS NOT NULL) <> (c.name LIKE 'wallet.%' OR c.name LIKE 'order.%')
      OR (c.name LIKE 'wallet.%' AND n.owner <> 'wallet:' || n.holder)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'account % cannot be opened like this', wrong USING ERRCODE = 'GH002';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER check_new AFTER INSERT ON account REFERENCING NEW TABLE AS new_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION check_new_accounts();

-- A balance changes through a posting and in no other way.
CREATE FUNCTION refuse_direct_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'a balance changes through a posting alone' USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER by_posting BEFORE UPDATE OF balance ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

-- Every posting, whoever inserts it, is a movement of the table between accounts that belong together as it says, and
-- changes the two balances as it claims to. This is the only place where balances are written.
CREATE FUNCTION apply_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE wrong record; expected int8; applied int8;
BEGIN
  SELECT n.id, n.code, d.owner || ' ' || d.purpose AS debit, c.owner || ' ' || c.purpose AS credit INTO wrong
    FROM new_postings n
    LEFT JOIN account d ON d.lane = n.lane AND d.id = n.debit AND d.asset = n.asset
    LEFT JOIN account c ON c.lane = n.lane AND c.id = n.credit AND c.asset = n.asset
    LEFT JOIN movement m ON m.from_class = d.class AND m.to_class = c.class AND m.asset = n.asset AND m.code = n.code
    WHERE m.bond IS NULL OR m.bond <> 'any' AND NOT CASE m.bond
      WHEN 'same holder' THEN d.holder = c.holder
      WHEN 'other holder' THEN d.holder <> c.holder
      WHEN 'same order' THEN d.owner = c.owner
      ELSE split_part(d.purpose, ':', 2) = split_part(c.owner, ':', 2)
    END
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting % is no movement of the table: % to %, code %', wrong.id, wrong.debit, wrong.credit, wrong.code
      USING ERRCODE = 'GH002';
  END IF;

  WITH leg AS (
    SELECT lane, debit AS account, id, -amount AS change, debit_balance AS balance FROM new_postings
    UNION ALL
    SELECT lane, credit, id, amount, credit_balance FROM new_postings
  ), chain AS (
    SELECT lane, account, balance, balance - change AS before,
      lag(balance) OVER w AS previous, lead(balance) OVER w AS next
      FROM leg WINDOW w AS (PARTITION BY lane, account ORDER BY id)
  ), total AS (
    SELECT lane, account,
      max(before) FILTER (WHERE previous IS NULL) AS first,
      max(balance) FILTER (WHERE next IS NULL) AS last,
      bool_and(previous IS NULL OR previous = before) AS unbroken
      FROM chain GROUP BY lane, account
  ), written AS (
    UPDATE account a SET balance = t.last FROM total t
      WHERE a.lane = t.lane AND a.id = t.account AND a.balance = t.first AND t.unbroken
      RETURNING 1
  )
  SELECT (SELECT count(*) FROM total), (SELECT count(*) FROM written) INTO expected, applied;
  IF applied <> expected THEN
    RAISE EXCEPTION 'the balances of these postings do not follow from those before them' USING ERRCODE = 'GH003';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER apply AFTER INSERT ON posting REFERENCING NEW TABLE AS new_postings
  FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();
