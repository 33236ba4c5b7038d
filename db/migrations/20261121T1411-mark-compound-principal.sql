-- Why: an acceleration moves no coin, so no balance keeps it within its bounds: the database keeps the mark itself.
ALTER TABLE investment_order ADD CONSTRAINT acceleration_only_marks CHECK (
  line <> 'acceleration' OR (base_units > 0 AND side_units = 0 AND promise_units = 0 AND next_promise_units IS NULL
    AND share_units = 0 AND terms ->> 'boost' IN ('1.0', '2.0')));

-- What is marked anew, and what goes on after a pause, is covered: the marks of a wallet and coin fit into its compound principal.
-- Looked at when the transaction ends, for one may take principal out and end the mark on it.
CREATE FUNCTION acceleration_is_covered() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  marked numeric;
  there numeric;
BEGIN
  IF NOT EXISTS (SELECT FROM investment_order WHERE id = new.id AND state IN ('to_be_started', 'earning')) THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(base_units), 0) INTO marked FROM investment_order
    WHERE wallet_id = new.wallet_id AND line = 'acceleration' AND terms ->> 'base' = new.terms ->> 'base'
      AND (state = 'earning' OR TG_OP = 'INSERT' AND state IN ('to_be_started', 'paused'));
  SELECT coalesce(sum(a.balance), 0) INTO there
    FROM investment_order o JOIN account a ON a.lane = 0 AND a.owner = 'order:' || o.id AND a.purpose = 'principal'
    WHERE o.wallet_id = new.wallet_id AND o.line = 'compound' AND o.state IN ('earning', 'paused')
      AND o.terms ->> 'base' = new.terms ->> 'base';
  IF marked > there THEN
    RAISE EXCEPTION 'acceleration % marks % of % compound principal', new.id, marked, there;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER acceleration_marks_what_is_there AFTER INSERT ON investment_order DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.line = 'acceleration') EXECUTE FUNCTION acceleration_is_covered();
CREATE CONSTRAINT TRIGGER acceleration_goes_on_when_covered AFTER UPDATE OF state ON investment_order DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.line = 'acceleration' AND old.state = 'paused' AND new.state = 'earning')
  EXECUTE FUNCTION acceleration_is_covered();
