-- Two workers may run on one database. Each loop is run by the one that holds its lease.

CREATE TABLE worker_lease (
  -- The loop: 'watch:bsc', 'prices'.
  name text PRIMARY KEY,
  -- The process that runs it.
  owner text NOT NULL,
  -- By the database's own clock, which all workers share. Renewed every few seconds; whoever asks after this moment may have it.
  held_until timestamptz NOT NULL
);
