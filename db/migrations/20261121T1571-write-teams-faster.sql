-- Why: all teams may change in one night. Serials come from the wallets themselves, which are never deleted, so looking each up again
-- doubles the time; most wallets have nobody below, and of them only what is their own is written.
ALTER TABLE wallet_team DROP CONSTRAINT wallet_team_serial_fkey;
ALTER TABLE wallet_team
  ALTER COLUMN referrals SET DEFAULT 0,
  ALTER COLUMN effective SET DEFAULT 0,
  ALTER COLUMN members SET DEFAULT 0,
  ALTER COLUMN performance_units SET DEFAULT 0,
  ALTER COLUMN largest_units SET DEFAULT 0,
  ALTER COLUMN week_units SET DEFAULT 0,
  ALTER COLUMN week_net_units SET DEFAULT 0,
  ALTER COLUMN week_wld_units SET DEFAULT 0,
  ALTER COLUMN departments SET DEFAULT '{0,0,0,0,0}';
