-- Why: a lost address must lock nobody out: the holder signs that another takes its place, support says yes, and 72 hours pass before it does.

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

CREATE FUNCTION address_change_keeps_its_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.wallet_id, OLD.chain, OLD.old_address, OLD.new_address, OLD.signed_address, OLD.issued_at, OLD.public_key, OLD.signature,
      OLD.asked_at, OLD.ready_at)
    IS DISTINCT FROM (NEW.wallet_id, NEW.chain, NEW.old_address, NEW.new_address, NEW.signed_address, NEW.issued_at, NEW.public_key,
      NEW.signature, NEW.asked_at, NEW.ready_at) THEN
    RAISE EXCEPTION 'the terms of address change % are never changed', OLD.id;
  END IF;
  IF OLD.state <> 'asked' AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'address change % has ended', OLD.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER address_change_keeps_its_terms BEFORE UPDATE ON address_change
  FOR EACH ROW EXECUTE FUNCTION address_change_keeps_its_terms();
CREATE TRIGGER address_change_stays BEFORE DELETE OR TRUNCATE ON address_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The address before, exactly as the holder signed it; null for a first binding.
ALTER TABLE bound_address ADD COLUMN replaces text;

-- A bound address is replaced by a change that was made at that very moment, and by nothing else, and while nothing is on its way to it.
DROP TRIGGER append_only ON bound_address;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON bound_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION bound_address_is_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.wallet_id, OLD.chain) IS DISTINCT FROM (NEW.wallet_id, NEW.chain) OR NOT EXISTS (
    SELECT FROM address_change c WHERE c.wallet_id = OLD.wallet_id AND c.chain = OLD.chain AND c.state = 'done'
      AND c.ended_at = NEW.bound_at AND c.old_address = OLD.address AND c.new_address = NEW.address
      AND c.signed_address = NEW.signed_address AND c.issued_at = NEW.issued_at AND c.public_key = NEW.public_key
      AND c.signature = NEW.signature AND NEW.replaces = OLD.address AND NEW.payable_from > NEW.bound_at
  ) THEN
    RAISE EXCEPTION 'update of bound_address is refused: no change was asked for' USING ERRCODE = 'GH001';
  END IF;
  IF EXISTS (SELECT FROM withdrawal w WHERE w.wallet_id = OLD.wallet_id AND w.chain = OLD.chain AND w.ended_at IS NULL) THEN
    RAISE EXCEPTION 'update of bound_address is refused: a withdrawal is on its way to it' USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bound_address_is_replaced BEFORE UPDATE ON bound_address
  FOR EACH ROW EXECUTE FUNCTION bound_address_is_replaced();
