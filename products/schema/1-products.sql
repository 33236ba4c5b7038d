-- A product is a row, so that adding one needs no release. Its terms are copied onto each order.

CREATE TABLE product (
  id bigint PRIMARY KEY,
  line text NOT NULL,
  base_coin text NOT NULL CHECK (base_coin ~ '^[A-Z0-9]+$'),
  -- Null where an order takes one coin alone.
  side_coin text CHECK (side_coin ~ '^[A-Z0-9]+$'),
  -- Least amount of the base coin, in units of 10⁻⁸.
  minimum_units bigint NOT NULL CHECK (minimum_units > 0),
  -- Most a single order may be worth, in units of USDT.
  maximum_value_units bigint NOT NULL CHECK (maximum_value_units > 0),
  -- POWER a day for each USDT of order value; shares are decimal text, 0.003 is 0.3 %.
  power_per_day text NOT NULL CHECK (power_per_day ~ '^\d+(\.\d{1,12})?$'),
  -- Raised by every change of terms: a card accepted for an older one does not count, and orders of an older one do not renew.
  terms_version integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  open_from timestamptz NOT NULL,
  ended_at timestamptz,
  position integer NOT NULL DEFAULT 0,
  -- Kept back of every coin at an early exit, as a share; null where an order stays until its end.
  exit_fee text CHECK (exit_fee ~ '^0(\.\d{1,12})?$'),
  -- What its line knows beyond coins, rates and days: the coin a package pays, a cap of a day, stars of a node, a version.
  -- What it may hold is said by LineTerms in products/terms/order.ts; an order copies it like every other term.
  line_terms jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(line_terms) = 'object'),
  -- Most base coin sold a day, in units; null: no quota. Renewals take none.
  quota_units bigint CHECK (quota_units > 0),
  -- Sold by reservation alone. The books know reservations of dual only.
  needs_reservation boolean NOT NULL DEFAULT false,
  CONSTRAINT product_reserved_is_dual CHECK (NOT needs_reservation OR line = 'dual')
);

CREATE TABLE product_period (
  product_id bigint NOT NULL REFERENCES product,
  -- 0: no end of its own.
  days integer NOT NULL CHECK (days BETWEEN 0 AND 3650),
  -- Interest of a whole round as a share of the base coin.
  rate text NOT NULL CHECK (rate ~ '^\d+(\.\d{1,12})?$'),
  -- Worth of the side coin as a share of the base coin; 0 where none is needed.
  side_share text NOT NULL CHECK (side_share ~ '^\d+(\.\d{1,12})?$'),
  -- POWER a day of this period alone; null: what the product says.
  power_per_day text CHECK (power_per_day ~ '^\d+(\.\d{1,12})?$'),
  -- How much an order of the period weighs in a share: hash rate, node weight, weight of a term.
  weight text CHECK (weight ~ '^\d+(\.\d{1,12})?$'),
  PRIMARY KEY (product_id, days)
);

-- Every card anyone accepted, word for word as IDs and values: an order points to the one its holder saw.
CREATE TABLE product_card (
  hash text PRIMARY KEY,
  product_id bigint NOT NULL REFERENCES product,
  terms_version integer NOT NULL,
  lines jsonb NOT NULL
);

-- What was taken of a day's quota, by purchases and by reservations that became due.
CREATE TABLE product_quota (
  product_id bigint NOT NULL REFERENCES product,
  day date NOT NULL,
  taken_units bigint NOT NULL CHECK (taken_units >= 0),
  PRIMARY KEY (product_id, day)
);

-- Which line's questions a wallet answered, once for good.
CREATE TABLE wallet_quiz (
  wallet_id text NOT NULL REFERENCES wallet (id),
  line text NOT NULL,
  passed_at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, line)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_quiz
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
