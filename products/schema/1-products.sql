-- Orders copy the terms.

CREATE TABLE product (
  id bigint PRIMARY KEY,
  line text NOT NULL,
  base_coin text NOT NULL CHECK (base_coin ~ '^[A-Z0-9]+$'),
  side_coin text CHECK (side_coin ~ '^[A-Z0-9]+$'),
  -- Units of 10⁻⁸ of the base coin.
  minimum_units bigint NOT NULL CHECK (minimum_units > 0),
  -- Maximum per order, in units of USDT.
  maximum_value_units bigint NOT NULL CHECK (maximum_value_units > 0),
  -- Per day for each USDT of order value. Shares are decimal strings: 0.003 is 0.3 %.
  power_per_day text NOT NULL CHECK (power_per_day ~ '^\d+(\.\d{1,12})?$'),
  -- Every change of terms raises the version. Cards of older versions are invalid, and their orders do not renew.
  terms_version integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  open_from timestamptz NOT NULL,
  ended_at timestamptz,
  position integer NOT NULL DEFAULT 0,
  -- Share of every coin kept at an early exit. Null if no exit is allowed.
  exit_fee text CHECK (exit_fee ~ '^0(\.\d{1,12})?$'),
  -- Typed by LineTerms in products/terms/order.ts.
  line_terms jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(line_terms) = 'object'),
  -- Daily quota in units of the base coin; null without a quota. Renewals are exempt.
  quota_units bigint CHECK (quota_units > 0),
  -- The ledger supports reservations for dual only.
  needs_reservation boolean NOT NULL DEFAULT false,
  CONSTRAINT product_reserved_is_dual CHECK (NOT needs_reservation OR line = 'dual')
);

CREATE TABLE product_period (
  product_id bigint NOT NULL REFERENCES product,
  -- 0: no fixed end.
  days integer NOT NULL CHECK (days BETWEEN 0 AND 3650),
  -- Interest per round as a share of the base coin.
  rate text NOT NULL CHECK (rate ~ '^\d+(\.\d{1,12})?$'),
  -- Value of the second coin as a share of the base coin.
  side_share text NOT NULL CHECK (side_share ~ '^\d+(\.\d{1,12})?$'),
  -- Null uses the product's value.
  power_per_day text CHECK (power_per_day ~ '^\d+(\.\d{1,12})?$'),
  -- Hash rate, node weight or term weight.
  weight text CHECK (weight ~ '^\d+(\.\d{1,12})?$'),
  PRIMARY KEY (product_id, days)
);

CREATE TABLE product_card (
  hash text PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product,
  terms_version integer NOT NULL,
  lines jsonb NOT NULL
);

CREATE TABLE product_quota (
  product_id bigint NOT NULL REFERENCES product,
  day date NOT NULL,
  taken_units bigint NOT NULL CHECK (taken_units >= 0),
  PRIMARY KEY (product_id, day)
);

CREATE TABLE wallet_quiz (
  wallet_id text NOT NULL REFERENCES wallet (id),
  line text NOT NULL,
  passed_at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, line)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_quiz
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
