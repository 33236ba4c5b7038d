-- Why: a transfer moves what was read before it was signed; dust that came after that block is still on the address.

ALTER TABLE tron_sweep_step ADD COLUMN head bigint NOT NULL DEFAULT 0;
