-- Why: what withdrawals are paid from is kept low and refilled from an address no key that is online can reach.

-- Where the payout contract's owner keeps coins: ours, and nobody may bind it.
ALTER TABLE network ADD COLUMN cold_address text;

-- Where the coins were when they were last counted, in 10⁻⁸.
CREATE TABLE custody_level (
  chain text NOT NULL,
  coin text NOT NULL,
  hot_units bigint NOT NULL,
  cold_units bigint NOT NULL,
  unswept_units bigint NOT NULL,
  owed_units bigint NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (chain, coin)
);
