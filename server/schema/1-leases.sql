-- Workers can share a database. Only the holder of a loop's lease runs it.

CREATE TABLE worker_lease (
  -- For example 'watch:bsc' or 'prices'.
  name text PRIMARY KEY,
  owner text NOT NULL,
  -- By the database clock. Renewed every few seconds. Afterwards the lease is free.
  held_until timestamptz NOT NULL
);
