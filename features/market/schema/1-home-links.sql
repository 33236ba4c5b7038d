-- The links of the home screen are content: an operator sets where they lead, without a release.

CREATE TABLE home_link (
  id text PRIMARY KEY CHECK (id ~ '^[a-z_]{1,40}$'),
  kind text NOT NULL CHECK (kind IN ('link', 'social')),
  -- A route of the app ("pages/…"), an https address, or nothing yet.
  target text CHECK (target ~ '^(pages/|https://)'),
  position integer NOT NULL
);
