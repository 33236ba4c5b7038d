-- Workers can share a database. The lease holder runs the loop.

CREATE TABLE worker_lease (
  -- For example 'watch:bsc' or 'prices'.
  name text PRIMARY KEY,
  owner text NOT NULL,
  -- Database clock, shared by all workers. Renewed every few seconds. The lease is free after this time.
  held_until timestamptz NOT NULL
);
