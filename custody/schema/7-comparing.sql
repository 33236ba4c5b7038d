-- The amounts on the chains, compared with the amounts that the ledger expects there.

-- The newest comparison of a coin on a chain.
CREATE TABLE reconciliation (
  chain text NOT NULL,
  coin text NOT NULL,
  -- The block at which both sides were taken.
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  compared_at timestamptz NOT NULL,
  -- In 10⁻⁸, rounded down: the amount on our addresses at that block, and the expected amount.
  custody_units numeric NOT NULL,
  expected_units numeric NOT NULL,
  -- The ledger's amount on the chain; payments seen and not yet booked; withdrawals paid and not yet booked.
  booked_units numeric NOT NULL,
  arriving_units numeric NOT NULL,
  leaving_units numeric NOT NULL,
  -- Custody less the expected amount, in 10⁻¹⁸. Remainders below 10⁻⁸ belong to the expected amount.
  difference numeric NOT NULL,
  PRIMARY KEY (chain, coin)
);

-- Remainders below 10⁻⁸, which are no money of the ledger, in base units of the token. A row for each change; sometimes one for many.
CREATE TABLE chain_remainder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  base_units numeric NOT NULL
);
CREATE INDEX chain_remainder_of ON chain_remainder (chain, coin);

-- Deposit addresses on which a coin was found although the books know of none. The next comparisons ask them too.
CREATE TABLE stray_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);

-- Addresses with a small amount that the chain has confirmed as in the books. The next comparisons do not ask them again.
CREATE TABLE resting_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  -- The amount in 10⁻¹⁸, and its newest payment. A newer payment makes it another balance.
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  last_deposit bigint NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);
