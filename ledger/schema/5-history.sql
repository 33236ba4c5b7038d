-- What a holder's postings come to, kept so that no reader walks through them: written by keep_history() alone, from the postings, and
-- made anew from them whenever that is wanted. A holder with little history has no rows here.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- How far each account is kept: all its postings up to this number are in the tables below, and no later one. The numbers of one account
-- rise in the order of its commits, because a posting takes its number while it holds both of its accounts.
CREATE TABLE kept_until (
  lane int4 NOT NULL,
  account int8 NOT NULL,
  holder text NOT NULL,
  until int8 NOT NULL,
  PRIMARY KEY (account, lane)
);
CREATE INDEX kept_until_holder ON kept_until (holder, until);

-- A posting of a holder that is a record, once, however many of the holder's accounts it touches.
CREATE TABLE kept_record (
  lane int4 NOT NULL,
  holder text NOT NULL,
  id int8 NOT NULL,
  at timestamptz NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  from_class int2 NOT NULL,
  to_class int2 NOT NULL,
  -- Whether it changed what the holder may spend.
  spendable bool NOT NULL,
  -- The order it belongs to, as its entry names it; null for others.
  order_ref text,
  PRIMARY KEY (holder, id, lane)
);
CREATE INDEX kept_record_code ON kept_record (holder, asset, code, id);
CREATE INDEX kept_record_code_at ON kept_record (holder, asset, code, at, id);
CREATE INDEX kept_record_at ON kept_record (holder, spendable, at, id);
CREATE INDEX kept_record_order ON kept_record (holder, order_ref, id) WHERE order_ref IS NOT NULL;

-- Sums by day and by month of the business clock, in UTC. Units are 10⁻⁸ of the asset.
--   class, other_class: of the holder's account, and of the one on the other side.
--   line: the product line of the holder's order that the entry names; '-' for an order of somebody else, '' without one.
--   at_midnight: what happened at the first moment of its day, which settlement counts to the day that ends with it.
CREATE TABLE kept_day (
  lane int4 NOT NULL,
  holder text NOT NULL,
  day date NOT NULL,
  class int2 NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  other_class int2 NOT NULL,
  line text NOT NULL,
  at_midnight bool NOT NULL,
  units_in numeric NOT NULL CHECK (units_in >= 0),
  units_out numeric NOT NULL CHECK (units_out >= 0),
  -- The last of them that came in; null where nothing did.
  last_in timestamptz,
  PRIMARY KEY (holder, day, class, asset, code, other_class, line, at_midnight, lane)
);
CREATE TABLE kept_month (
  lane int4 NOT NULL,
  holder text NOT NULL,
  -- The first day of the month.
  month date NOT NULL,
  class int2 NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  other_class int2 NOT NULL,
  line text NOT NULL,
  units_in numeric NOT NULL CHECK (units_in >= 0),
  units_out numeric NOT NULL CHECK (units_out >= 0),
  PRIMARY KEY (holder, month, class, asset, code, other_class, line, lane)
);
-- Sums of what entries that name an order moved, of all time.
CREATE TABLE kept_order (
  lane int4 NOT NULL,
  holder text NOT NULL,
  order_ref text NOT NULL,
  class int2 NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  other_class int2 NOT NULL,
  units_in numeric NOT NULL CHECK (units_in >= 0),
  units_out numeric NOT NULL CHECK (units_out >= 0),
  PRIMARY KEY (holder, order_ref, class, asset, code, other_class, lane)
);

CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON kept_until FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON kept_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON kept_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON kept_month FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
CREATE TRIGGER by_the_ledger BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON kept_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_others();
SET LOCAL ROLE NONE;
