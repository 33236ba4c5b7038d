-- Reconciliation of amounts on chain with the ledger.
CREATE TABLE reconciliation (
  chain text NOT NULL,
  coin text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  compared_at timestamptz NOT NULL,
  -- In 10⁻⁸, rounded down.
  custody_units numeric NOT NULL,
  expected_units numeric NOT NULL,
  -- Ledger balance, unbooked deposits and unbooked withdrawals.
  booked_units numeric NOT NULL,
  arriving_units numeric NOT NULL,
  leaving_units numeric NOT NULL,
  -- Custody minus expected (with remainders below 10⁻⁸), in 10⁻¹⁸.
  difference numeric NOT NULL,
  PRIMARY KEY (chain, coin)
);

-- Amounts below 10⁻⁸ outside the ledger, in base units of the token.
CREATE TABLE chain_remainder (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  base_units numeric NOT NULL
);
CREATE INDEX chain_remainder_of ON chain_remainder (chain, coin);

-- Deposit addresses with coins unknown to the ledger.
CREATE TABLE stray_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);

-- Small balances confirmed by the chain. Comparisons skip them.
CREATE TABLE resting_balance (
  chain text NOT NULL,
  coin text NOT NULL,
  address text NOT NULL,
  -- In 10⁻¹⁸. A newer deposit invalidates the row.
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  last_deposit bigint NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin, address)
);
