-- Why: the links of the home screen are content; an operator sets where they lead without a release.
create table home_link (
  id text primary key check (id ~ '^[a-z_]{1,40}$'),
  kind text not null check (kind in ('link', 'social')),
  -- A route of the app ("pages/…"), an https address, or nothing yet.
  target text check (target ~ '^(pages/|https://)'),
  position integer not null
);
