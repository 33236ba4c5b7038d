-- Why: of a million teams few change in a day; a digest of each row's figures tells which, without reading them all back.
ALTER TABLE wallet_team ADD COLUMN digest bigint NOT NULL DEFAULT 0;
