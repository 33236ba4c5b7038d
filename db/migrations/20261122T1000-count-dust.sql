-- Why: a transfer of next to nothing costs its sender next to nothing, and one transaction carries thousands. So it must cost us next to
-- nothing too: such payments are counted in one row for each address and coin, and a long block is read in pieces.

-- How far a block was read that is not read to its end. There is never more than one: the one after the newest block that was.
CREATE TABLE block_part (
  chain text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL,
  -- The last transfer that was looked at.
  tx_hash text NOT NULL,
  log_index bigint NOT NULL
);

-- Dust of blocks that may still be replaced: a block that goes takes its rows along.
CREATE TABLE dust_in_block (
  chain text NOT NULL,
  block_number bigint NOT NULL,
  coin text NOT NULL,
  to_address text NOT NULL,
  block_hash text NOT NULL,
  -- Null for what arrived at the house, from somebody unknown.
  wallet_id text REFERENCES wallet (id),
  payments bigint NOT NULL CHECK (payments > 0),
  -- In 10⁻¹⁸ of the coin: finer than any token counts, so nothing is rounded.
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (chain, block_number, coin, to_address)
);
CREATE INDEX dust_in_block_hash ON dust_in_block (chain, block_hash);

-- Dust of blocks that nothing replaces any more. It is in suspense, under the wallet's name, until it is given.
CREATE TABLE dust (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  chain text NOT NULL,
  coin text NOT NULL,
  to_address text NOT NULL,
  wallet_id text REFERENCES wallet (id),
  payments bigint NOT NULL CHECK (payments > 0),
  -- All that ever came, in 10⁻¹⁸, and what of it the ledger holds (10⁻⁸, rounded down).
  fine numeric NOT NULL CHECK (fine > 0 AND fine = trunc(fine)),
  units bigint NOT NULL,
  -- What of the units has reached the wallet, and in how many times.
  given_units bigint NOT NULL DEFAULT 0,
  times_given integer NOT NULL DEFAULT 0,
  -- When what waits began to wait.
  since timestamptz NOT NULL,
  newest_at timestamptz NOT NULL,
  given_at timestamptz,
  newest_block bigint NOT NULL,
  -- What has left the address, in 10⁻¹⁸.
  swept_fine numeric NOT NULL DEFAULT 0,
  swept_at timestamptz,
  -- Together with the other payments of the wallet that wait, it has reached the minimum.
  is_due boolean NOT NULL DEFAULT false,
  PRIMARY KEY (chain, coin, to_address),
  CHECK (units = div(fine, 10000000000)),
  CHECK (given_units BETWEEN 0 AND units),
  CHECK (given_units = 0 OR wallet_id IS NOT NULL),
  CHECK (swept_fine BETWEEN 0 AND fine)
);
CREATE INDEX dust_wallet ON dust (wallet_id);
CREATE INDEX dust_due ON dust (chain, coin, to_address) WHERE is_due;
CREATE INDEX dust_unswept ON dust (chain, coin, to_address) WHERE swept_fine < fine;
CREATE TRIGGER dust_stays BEFORE DELETE OR TRUNCATE ON dust
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
