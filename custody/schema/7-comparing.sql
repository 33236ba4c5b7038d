-- What is on the chains, compared with what the ledger says should be there.

-- The newest comparison of a coin on a chain.
CREATE TABLE reconciliation (
  chain text NOT NULL,
  coin text NOT NULL,
  -- The block at which both sides were taken.
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  compared_at timestamptz NOT NULL,
  -- In 10⁻⁸, rounded down: on our addresses at that block, and what should be there.
  custody_units numeric NOT NULL,
  expected_units numeric NOT NULL,
  -- What the ledger has on the chain; seen and not yet booked; paid and not yet booked.
  booked_units numeric NOT NULL,
  arriving_units numeric NOT NULL,
  leaving_units numeric NOT NULL,
  -- Custody less what is expected, in 10⁻¹⁸: remainders below 10⁻⁸ are expected and counted.
  difference numeric NOT NULL,
  PRIMARY KEY (chain, coin)
);

-- What came below 10⁻⁸ and is no money of the ledger's, in base units of the token: a row for each change, and now and then one for many.
CREATE TABLE chain_remainder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  base_units numeric NOT NULL
);
CREATE INDEX chain_remainder_of ON chain_remainder (chain, coin);

-- Deposit addresses that were found to hold a coin although nothing of ours is known to be there. The next comparisons ask them too.
CREATE TABLE stray_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);

-- What the chain said of an address with little on it, where it was what the books say: the next comparisons do not ask it again.
CREATE TABLE resting_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  -- In 10⁻¹⁸, and the newest payment in it: another one makes it another balance.
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  last_deposit bigint NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);
