-- Why: a comparison with a chain must cost what is waiting on addresses, not what ever came to them.

-- Addresses that hold something of ours, as far as is known.
CREATE INDEX deposit_there ON deposit (chain, coin, to_address)
  WHERE swept_at IS NULL AND orphaned_at IS NULL AND kind = 'wallet';
-- Those just swept are asked too, until a reorganisation can hardly bring their coins back.
CREATE INDEX deposit_swept ON deposit (chain, coin, swept_at) WHERE swept_at IS NOT NULL;
-- Payments on the chain that are in no account yet.
CREATE INDEX deposit_unbooked ON deposit (chain, coin, block_number)
  WHERE orphaned_at IS NULL AND (state IN ('seen', 'corrected') OR kind = 'venue');

-- What came below 10⁻⁸ and is no money of the ledger's, in base units of the token: a row for each change, and now and then one for many.
CREATE TABLE chain_remainder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  base_units numeric NOT NULL
);
CREATE INDEX chain_remainder_of ON chain_remainder (chain, coin);
INSERT INTO chain_remainder (chain, coin, base_units)
  SELECT chain, coin, sum(remainder) FROM deposit WHERE orphaned_at IS NULL AND remainder > 0 GROUP BY chain, coin;

CREATE FUNCTION count_remainder() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before numeric := CASE WHEN TG_OP = 'INSERT' OR OLD.orphaned_at IS NOT NULL THEN 0 ELSE OLD.remainder END;
  after numeric := CASE WHEN TG_OP = 'DELETE' OR NEW.orphaned_at IS NOT NULL THEN 0 ELSE NEW.remainder END;
BEGIN
  IF after <> before THEN
    INSERT INTO chain_remainder (chain, coin, base_units)
      VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.chain ELSE NEW.chain END, CASE TG_OP WHEN 'DELETE' THEN OLD.coin ELSE NEW.coin END, after - before);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_remainder_in AFTER INSERT ON deposit FOR EACH ROW WHEN (NEW.remainder > 0) EXECUTE FUNCTION count_remainder();
CREATE TRIGGER count_remainder_out AFTER DELETE ON deposit FOR EACH ROW WHEN (OLD.remainder > 0) EXECUTE FUNCTION count_remainder();
CREATE TRIGGER count_remainder_again AFTER UPDATE OF remainder, orphaned_at ON deposit FOR EACH ROW
  WHEN (OLD.remainder > 0 OR NEW.remainder > 0) EXECUTE FUNCTION count_remainder();

-- Deposit addresses that were found to hold a coin although nothing of ours is known to be there. The next comparisons ask them too.
CREATE TABLE stray_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);
