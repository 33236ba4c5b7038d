-- Why: blocks of rewards live for a day; squeezing them takes longer than writing them as they are.
ALTER TABLE reward_due
  ALTER COLUMN items SET STORAGE EXTERNAL,
  ALTER COLUMN counts SET STORAGE EXTERNAL,
  ALTER COLUMN recipients SET STORAGE EXTERNAL,
  ALTER COLUMN assets SET STORAGE EXTERNAL,
  ALTER COLUMN codes SET STORAGE EXTERNAL,
  ALTER COLUMN units SET STORAGE EXTERNAL;
