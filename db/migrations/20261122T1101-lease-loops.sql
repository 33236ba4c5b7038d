-- Why: several workers may run on one database; each loop of theirs is run by one of them at a time, and soon by another when that one is gone.
CREATE TABLE worker_lease (
  -- The loop: 'watch:bsc', 'settle'.
  name text PRIMARY KEY,
  -- The process that runs it.
  owner text NOT NULL,
  -- By the database's own clock, which all workers share. Renewed every few seconds; whoever asks after this moment may have it.
  held_until timestamptz NOT NULL
);
