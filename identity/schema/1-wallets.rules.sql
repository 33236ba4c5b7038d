-- Functions, triggers and views for 1-wallets.sql.
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

CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON identity_key FOR EACH ROW EXECUTE FUNCTION tell_news();

-- Whether the wallet was created within the last seven days. Young wallets get smaller shares of common quotas (kit/store/quotas.ts).
CREATE OR REPLACE FUNCTION is_young(of text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM wallet WHERE id = of AND created_at > business_now() - interval '7 days')
$$;
-- The wait after a freeze lasts 24 hours and cannot restart within seven days after its end.
CREATE OR REPLACE FUNCTION freeze_holds_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawals of % waited after a freeze already, until %', OLD.id, OLD.withdrawals_held_until USING ERRCODE = 'GH001';
END $$;
CREATE OR REPLACE TRIGGER freeze_holds_once BEFORE UPDATE OF withdrawals_held_until ON wallet
  FOR EACH ROW WHEN (OLD.hold_reason = 'unfreeze' AND NEW.hold_reason = 'unfreeze' AND NEW.withdrawals_held_until > OLD.withdrawals_held_until
    AND NEW.withdrawals_held_until < OLD.withdrawals_held_until + interval '8 days')
  EXECUTE FUNCTION freeze_holds_once();
