-- Why: a chain without transaction numbers, TRON, needs other terms to sign a payment with, kept so that signing again gives the same bytes.

ALTER TABLE payment
  ALTER COLUMN fee_max_per_gas DROP NOT NULL,
  ALTER COLUMN tip_max_per_gas DROP NOT NULL,
  -- {"refBlockBytes", "refBlockHash", "timestamp", "expiration", "feeLimit"}: the block it refers to, its end, the most it may burn.
  ADD COLUMN tron jsonb,
  ADD CHECK ((fee_max_per_gas IS NULL) = (tip_max_per_gas IS NULL)),
  ADD CHECK ((tron IS NULL) <> (fee_max_per_gas IS NULL));
