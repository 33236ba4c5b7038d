-- What the tables of 1-wallets.sql hold themselves to.

CREATE OR REPLACE FUNCTION wallet_place_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a wallet''s place in the sponsor tree is fixed at creation';
END $$;
CREATE OR REPLACE TRIGGER wallet_place_is_final BEFORE UPDATE OF id, sponsor_id, depth, jump_id ON wallet
  FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.sponsor_id IS DISTINCT FROM NEW.sponsor_id OR OLD.depth <> NEW.depth OR OLD.jump_id <> NEW.jump_id)
  EXECUTE FUNCTION wallet_place_is_final();

CREATE OR REPLACE FUNCTION count_referrals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO referral_count AS c (sponsor_id, referrals, activated)
    SELECT sponsor_id, count(*), count(activated_at) FROM added WHERE sponsor_id IS NOT NULL GROUP BY sponsor_id ORDER BY sponsor_id
    ON CONFLICT (sponsor_id) DO UPDATE SET referrals = c.referrals + excluded.referrals, activated = c.activated + excluded.activated;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER count_referrals AFTER INSERT ON wallet REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_referrals();
CREATE OR REPLACE FUNCTION count_activated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE referral_count SET activated = activated + CASE WHEN NEW.activated_at IS NULL THEN -1 ELSE 1 END WHERE sponsor_id = NEW.sponsor_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER count_activated AFTER UPDATE OF activated_at ON wallet FOR EACH ROW
  WHEN (NEW.sponsor_id IS NOT NULL AND (OLD.activated_at IS NULL) <> (NEW.activated_at IS NULL)) EXECUTE FUNCTION count_activated();

-- The signer hears of a wallet's key as soon as it is registered.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON identity_key FOR EACH ROW EXECUTE FUNCTION tell_news();
