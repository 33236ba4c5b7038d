-- Withdrawal addresses of wallets.
CREATE TABLE bound_address (
  wallet_id text NOT NULL REFERENCES wallet (id),
  chain text NOT NULL,
  -- Checksum form.
  address text NOT NULL,
  remark text NOT NULL,
  -- Certificate fields.
  signed_address text NOT NULL,
  issued_at bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  bound_at timestamptz NOT NULL,
  payable_from timestamptz NOT NULL,
  -- The previous address exactly as signed; null for the first.
  replaces text,
  PRIMARY KEY (wallet_id, chain),
  CHECK (lower(address) = lower(signed_address))
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON bound_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE address_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL,
  chain text NOT NULL,
  -- In stored form.
  old_address text NOT NULL,
  new_address text NOT NULL,
  remark text NOT NULL,
  -- The new address exactly as signed.
  signed_address text NOT NULL,
  issued_at bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  asked_at timestamptz NOT NULL,
  ready_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- asked: pending · done: applied · cancelled: by the holder · refused: by support, the signer or a newer key
  state text NOT NULL CHECK (state IN ('asked', 'done', 'cancelled', 'refused')),
  ended_at timestamptz,
  note text NOT NULL DEFAULT '',
  -- When the signer received the change, and its end.
  told_at timestamptz,
  dropped_at timestamptz,
  old_remark text,
  old_certificate jsonb,
  FOREIGN KEY (wallet_id, chain) REFERENCES bound_address (wallet_id, chain),
  CHECK (old_address <> new_address),
  CHECK (lower(new_address) = lower(signed_address)),
  CHECK (ready_at >= asked_at + interval '72 hours'),
  CHECK ((state = 'asked') = (ended_at IS NULL)),
  CHECK (state <> 'done' OR (confirmed_at IS NOT NULL AND ended_at >= ready_at AND old_certificate IS NOT NULL)),
  UNIQUE (wallet_id, chain, issued_at)
);
CREATE UNIQUE INDEX address_change_open ON address_change (wallet_id, chain) WHERE state = 'asked';
CREATE INDEX address_change_untold ON address_change (id) WHERE state IN ('cancelled', 'refused') AND dropped_at IS NULL;
CREATE TRIGGER address_change_stays BEFORE DELETE OR TRUNCATE ON address_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
