-- Why: what arrived at deposit addresses is swept into the payout contract, many addresses in one transaction.

-- When the coins of a payment had left its deposit address.
ALTER TABLE deposit ADD COLUMN swept_at timestamptz;
CREATE INDEX deposit_unswept ON deposit (chain, coin, to_address)
  WHERE swept_at IS NULL AND kind = 'wallet' AND state IN ('credited', 'collecting');

CREATE TABLE sweep (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  coin text NOT NULL,
  -- The address that pays the gas, on one chain, and its number.
  lane text NOT NULL,
  nonce bigint NOT NULL,
  addresses text[] NOT NULL,
  -- Payments up to this one were on the addresses when it was signed.
  last_deposit bigint NOT NULL,
  raw text NOT NULL,
  tx_hash text NOT NULL UNIQUE,
  -- sent: kept, and handed over until it is in a block deep enough · done · failed: it moved nothing, and is made anew
  state text NOT NULL CHECK (state IN ('sent', 'done', 'failed')),
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state = 'sent') = (ended_at IS NULL))
);
-- One at a time for each address that pays: nothing waits behind another.
CREATE UNIQUE INDEX sweep_open ON sweep (lane) WHERE state = 'sent';
