-- Why: the company takes its seed out of a market only 30 days after everybody could read that it will.
ALTER TABLE market ADD COLUMN notice_shares bigint CHECK (notice_shares > 0);
ALTER TABLE market ADD COLUMN notice_at timestamptz;
ALTER TABLE market ADD CHECK ((notice_shares IS NULL) = (notice_at IS NULL));
