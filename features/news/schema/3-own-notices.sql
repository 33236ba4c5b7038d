-- How far the holder has read. The events themselves are derived from records, orders, trades and sign-ins.

CREATE TABLE notice_read_position (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  business_at timestamptz NOT NULL,
  real_at timestamptz NOT NULL
);
