-- Where an operator lets the links of the home screen lead, without a release. A link without a row leads where it does from the start.

CREATE TABLE home_link (
  id text PRIMARY KEY CHECK (id ~ '^[a-z_]{1,40}$'),
  -- A route of the app ("pages/…"), an https address, or null: the link is not shown.
  target text CHECK (target ~ '^(pages/|https://)')
);
