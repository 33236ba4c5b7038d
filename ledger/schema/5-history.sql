-- Written only by keep_history(), from the postings; can be rebuilt. A holder with little history has no rows here.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

-- All postings of an account up to this id are stored. An account's ids follow its commit order, because a posting
-- takes its id while it locks both accounts.
CREATE TABLE kept_until (
  lane int4 NOT NULL,
  account int8 NOT NULL,
  holder text NOT NULL,
  until int8 NOT NULL,
  PRIMARY KEY (account, lane)
);
CREATE INDEX kept_until_holder ON kept_until (holder, until);

-- One row per posting, even if it touches several of the holder's accounts.
CREATE TABLE kept_record (
  lane int4 NOT NULL,
  holder text NOT NULL,
  id int8 NOT NULL,
  at timestamptz NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  from_class int2 NOT NULL,
  to_class int2 NOT NULL,
  -- Whether the posting changed the available balance.
  spendable bool NOT NULL,
  order_ref text,
  PRIMARY KEY (holder, id, lane)
);
CREATE INDEX kept_record_code ON kept_record (holder, asset, code, id);
CREATE INDEX kept_record_code_at ON kept_record (holder, asset, code, at, id);
CREATE INDEX kept_record_at ON kept_record (holder, spendable, at, id);
CREATE INDEX kept_record_order ON kept_record (holder, order_ref, id) WHERE order_ref IS NOT NULL;

-- Sums per day: business clock, UTC, 10⁻⁸. class, other_class: the holder's account and its counterpart. line:
-- product line of the holder's order that the entry names; '-' for another holder's order, '' without one.
-- at_midnight: at the first moment of its day, which settlement counts toward the previous day.
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
  -- Null if nothing came in.
  last_in timestamptz,
  PRIMARY KEY (holder, day, class, asset, code, other_class, line, at_midnight, lane)
);
CREATE TABLE kept_month (
  lane int4 NOT NULL,
  holder text NOT NULL,
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
-- All-time sums per order.
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
