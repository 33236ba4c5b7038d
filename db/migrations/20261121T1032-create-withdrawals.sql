-- Why: where a wallet's coins may go, what was asked for, and the one transaction that pays each.

-- One for each wallet and chain, for good, with the holder's own signature.
CREATE TABLE bound_address (
  wallet_id text NOT NULL REFERENCES wallet (id),
  chain text NOT NULL,
  -- In checksum form.
  address text NOT NULL,
  remark text NOT NULL,
  -- The certificate: the address exactly as signed, when, by which key.
  signed_address text NOT NULL,
  issued_at bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  bound_at timestamptz NOT NULL,
  payable_from timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, chain),
  CHECK (lower(address) = lower(signed_address))
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bound_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE withdrawal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Unique to this withdrawal in every database there ever was: the signer knows it by this.
  key text NOT NULL UNIQUE,
  wallet_id text NOT NULL REFERENCES wallet (id),
  chain text NOT NULL,
  coin text NOT NULL,
  -- Taken from the balance, and the part of it that is our fee, in 10⁻⁸.
  units bigint NOT NULL,
  fee_units bigint NOT NULL,
  -- USDT value when it was asked for, in 10⁻⁸; null if there never was a price.
  value_units bigint,
  address text NOT NULL,
  state text NOT NULL CHECK (state IN ('held', 'reviewing', 'sending', 'confirming', 'done', 'cancelled', 'failed')),
  -- Whether the operator looks first, and what came of it.
  needs_review boolean NOT NULL,
  review_until timestamptz,
  approved_at timestamptz,
  requested_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why it failed or was refused, for the operator's eyes.
  note text NOT NULL DEFAULT '',
  CHECK (fee_units >= 0 AND units > fee_units),
  CHECK ((state IN ('done', 'cancelled', 'failed')) = (ended_at IS NOT NULL)),
  FOREIGN KEY (wallet_id, chain) REFERENCES bound_address (wallet_id, chain)
);
CREATE INDEX withdrawal_wallet ON withdrawal (wallet_id, id);
CREATE INDEX withdrawal_open ON withdrawal (state, id) WHERE state IN ('held', 'reviewing', 'sending', 'confirming');

CREATE FUNCTION withdrawal_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('done', 'cancelled', 'failed') THEN
    RAISE EXCEPTION 'withdrawal % has ended and is never changed', OLD.id;
  END IF;
  IF (OLD.key, OLD.wallet_id, OLD.chain, OLD.coin, OLD.units, OLD.fee_units, OLD.address)
    IS DISTINCT FROM (NEW.key, NEW.wallet_id, NEW.chain, NEW.coin, NEW.units, NEW.fee_units, NEW.address) THEN
    RAISE EXCEPTION 'the terms of withdrawal % are never changed', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_keeps_its_terms BEFORE UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION withdrawal_keeps_its_terms();
CREATE TRIGGER withdrawal_stays BEFORE DELETE OR TRUNCATE ON withdrawal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The next transaction number of an address we send from, on one chain.
CREATE TABLE payment_lane (
  lane text PRIMARY KEY,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0)
);

-- The one transaction that pays a withdrawal.
CREATE TABLE payment (
  withdrawal_id bigint PRIMARY KEY REFERENCES withdrawal (id),
  lane text NOT NULL REFERENCES payment_lane (lane),
  nonce bigint NOT NULL,
  -- Wei per gas.
  fee_max_per_gas numeric NOT NULL,
  tip_max_per_gas numeric NOT NULL,
  -- allocated: has its number · signed: the bytes are kept · sent: a node took them · confirmed, failed: deep enough on the chain
  state text NOT NULL CHECK (state IN ('allocated', 'signed', 'sent', 'confirmed', 'failed')),
  raw text,
  tx_hash text UNIQUE,
  -- Where it was last seen on the chain.
  block_number bigint,
  UNIQUE (lane, nonce),
  CHECK ((state = 'allocated') = (raw IS NULL)),
  CHECK ((raw IS NULL) = (tx_hash IS NULL))
);
CREATE INDEX payment_open ON payment (lane, nonce) WHERE state IN ('allocated', 'signed', 'sent');

-- Signed once: whatever happens later, the same bytes are sent again, and no others.
CREATE FUNCTION payment_is_signed_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.raw IS NOT NULL AND (TG_OP = 'DELETE' OR (OLD.raw, OLD.tx_hash, OLD.lane, OLD.nonce)
    IS DISTINCT FROM (NEW.raw, NEW.tx_hash, NEW.lane, NEW.nonce)) THEN
    RAISE EXCEPTION 'the payment of withdrawal % is signed and is never changed', OLD.withdrawal_id;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER payment_is_signed_once BEFORE UPDATE OR DELETE ON payment
  FOR EACH ROW EXECUTE FUNCTION payment_is_signed_once();
