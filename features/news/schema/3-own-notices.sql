-- How far the holder of a wallet has read what happened in it. What happened is not written a second time: records, orders, trades and sign-ins tell it.

CREATE TABLE own_notice_mark (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  -- Of what runs on the business clock, and of what runs on the real one.
  business_at timestamptz NOT NULL,
  real_at timestamptz NOT NULL
);
