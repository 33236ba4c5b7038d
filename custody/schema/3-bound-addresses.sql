-- Where the coins of a wallet may go.

-- One for each wallet and chain, with the holder's own signature.
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
  -- The address before, exactly as the holder signed it; null for a first binding.
  replaces text,
  PRIMARY KEY (wallet_id, chain),
  CHECK (lower(address) = lower(signed_address))
);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON bound_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A change of a bound address: it waits 72 hours and for the word of support.
CREATE TABLE address_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL,
  chain text NOT NULL,
  -- The address that is bound, and the one that is to take its place, in the forms in which they are kept.
  old_address text NOT NULL,
  new_address text NOT NULL,
  remark text NOT NULL,
  -- The holder's word: the new address exactly as signed, when, by which key.
  signed_address text NOT NULL,
  issued_at bigint NOT NULL,
  public_key text NOT NULL,
  signature text NOT NULL,
  asked_at timestamptz NOT NULL,
  ready_at timestamptz NOT NULL,
  -- Support's word.
  confirmed_at timestamptz,
  -- asked: waits · done: made · cancelled: taken back by the holder · refused: by support, the signer or a newer key, with the reason
  state text NOT NULL CHECK (state IN ('asked', 'done', 'cancelled', 'refused')),
  ended_at timestamptz,
  note text NOT NULL DEFAULT '',
  -- When the signer was told that it waits, and that it never will be.
  told_at timestamptz,
  dropped_at timestamptz,
  -- What was bound before, kept when it is replaced.
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
-- One at a time.
CREATE UNIQUE INDEX address_change_open ON address_change (wallet_id, chain) WHERE state = 'asked';
CREATE INDEX address_change_untold ON address_change (id) WHERE state IN ('cancelled', 'refused') AND dropped_at IS NULL;
CREATE TRIGGER address_change_stays BEFORE DELETE OR TRUNCATE ON address_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
