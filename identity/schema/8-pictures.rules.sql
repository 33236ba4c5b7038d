-- Functions, triggers and views for 8-pictures.sql.
-- Counts a picture toward the quotas of its wallet, of all wallets, and of young wallets if its wallet is young.
CREATE OR REPLACE FUNCTION picture_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An emptied picture counts again when uploaded again.
  IF length(NEW.bytes) = 0 OR (tg_op = 'UPDATE' AND length(OLD.bytes) > 0) THEN
    RETURN NULL;
  END IF;
  PERFORM count_kept(NEW.quota, 'wallet:' || NEW.wallet_id, NEW.at, length(NEW.bytes));
  PERFORM count_kept(NEW.quota, 'all:' || quota_part(NEW.wallet_id), NEW.at, length(NEW.bytes));
  IF is_young(NEW.wallet_id) THEN
    PERFORM count_kept(NEW.quota, 'young:' || quota_part(NEW.wallet_id), NEW.at, length(NEW.bytes));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER picture_has_room AFTER INSERT OR UPDATE OF bytes ON picture
  FOR EACH ROW EXECUTE FUNCTION picture_has_room();

CREATE OR REPLACE FUNCTION picture_bytes(of text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT length(bytes) FROM picture WHERE id = of), 0)
$$;
