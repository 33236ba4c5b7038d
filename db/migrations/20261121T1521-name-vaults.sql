-- Why: the payout contract of a chain is the house's own address, and nobody may bind it.

ALTER TABLE network ADD COLUMN vault text;
