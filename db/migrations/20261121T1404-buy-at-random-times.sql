-- Why: what buys ATMC for the compute pool does so at a moment of the day nobody can foresee, not at midnight.
ALTER TABLE settlement_fee DROP COLUMN waiting;

-- What was bought, at most once a day. What waits is the compute pool's part of all fees in USDT, less what was spent.
CREATE TABLE compute_purchase (
  day date PRIMARY KEY,
  at timestamptz NOT NULL,
  spent bigint NOT NULL CHECK (spent > 0),
  bought bigint NOT NULL CHECK (bought > 0)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON compute_purchase
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
