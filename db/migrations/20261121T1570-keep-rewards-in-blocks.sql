-- Why: a million entries that wait to be posted are written, and read back, as a few thousand rows.
ALTER TABLE reward_due RENAME TO reward_due_of_one;
ALTER INDEX reward_due_pkey RENAME TO reward_due_of_one_pkey;

-- Entries worked out for a day and not posted yet, so that posting can stop anywhere and go on. Thrown away with the next day.
CREATE TABLE reward_due (
  day date NOT NULL,
  part text NOT NULL CHECK (part IN ('power', 'fees', 'platform', 'upgrade')),
  -- The highest item of the block: blocks of a part follow one another.
  last bigint NOT NULL,
  -- One entry a place, ascending. Serial of the wallet it comes from or goes to; ten times that and the star for an upgrade.
  items int8[] NOT NULL,
  -- How many of the postings below each entry has, in the same order.
  counts int4[] NOT NULL,
  -- One posting a place: serial of who receives, number of the asset, record code, amount.
  recipients int8[] NOT NULL,
  assets int2[] NOT NULL,
  codes int2[] NOT NULL,
  units int8[] NOT NULL,
  PRIMARY KEY (day, part, last),
  CHECK (cardinality(items) > 0 AND items[cardinality(items)] = last AND cardinality(items) = cardinality(counts)),
  CHECK (0 < ALL (counts) AND cardinality(recipients) >= cardinality(items) AND cardinality(recipients) = cardinality(assets)
    AND cardinality(assets) = cardinality(codes) AND cardinality(codes) = cardinality(units))
);
-- What an interrupted day has not posted yet stays due.
INSERT INTO reward_due SELECT day, part, item, ARRAY[item], ARRAY[cardinality(recipients)], recipients, assets, codes, units FROM reward_due_of_one;
DROP TABLE reward_due_of_one;
