-- Views of wallets for other modules, without secrets or keys.

CREATE OR REPLACE VIEW holder AS
  SELECT w.id, w.serial, w.sponsor_id, w.depth, w.nickname, w.created_at, w.activated_at, w.region,
    w.frozen_at, w.withdrawals_held_until, w.withdrawal_ban_until,
    coalesce(s.star, 0) AS star, coalesce(s.highest, 0) AS highest_star, s.falls_to, s.falls_at,
    w.banned_at
  FROM wallet w LEFT JOIN wallet_star s ON s.wallet_id = w.id;
CREATE OR REPLACE VIEW referral_sum AS SELECT c.sponsor_id, c.referrals, c.activated FROM referral_count c;
