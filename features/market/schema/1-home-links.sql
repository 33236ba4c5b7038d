-- Link targets on the home screen that operators changed. A link without a row keeps its default.

CREATE TABLE home_link (
  id text PRIMARY KEY CHECK (id ~ '^[a-z_]{1,40}$'),
  -- App route ("pages/…"), https address, or null: hidden.
  target text CHECK (target ~ '^(pages/|https://)')
);
