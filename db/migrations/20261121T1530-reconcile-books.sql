-- Why: what a chain holds for us is compared with what the ledger says it does; the last answer for each coin is what the public page shows.
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
