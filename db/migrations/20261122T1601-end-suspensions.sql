-- Why: a suspension has an end as well as a reason, and a holder can be warned before there is one.

ALTER TABLE wallet
  ADD COLUMN warned_at timestamptz,
  ADD COLUMN warn_reason text,
  -- When the suspension ends by itself, on the business clock.
  ADD COLUMN banned_until timestamptz;
-- Nobody could be suspended until now but by hand: what stands ends within the longest a suspension may last.
UPDATE wallet SET banned_until = banned_at + interval '365 days' WHERE banned_at IS NOT NULL;
ALTER TABLE wallet
  ADD CONSTRAINT wallet_warning_has_reason CHECK ((warned_at IS NULL) = (warn_reason IS NULL)),
  ADD CONSTRAINT wallet_suspension_ends CHECK ((banned_at IS NULL) = (banned_until IS NULL) AND banned_until > banned_at);
CREATE INDEX wallet_suspended ON wallet (banned_until) WHERE banned_until IS NOT NULL;
