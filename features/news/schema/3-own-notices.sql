-- How far the holder has read. The events are derived from records, orders, trades and sign-ins, not stored again.

CREATE TABLE own_notice_mark (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  business_at timestamptz NOT NULL,
  real_at timestamptz NOT NULL
);
