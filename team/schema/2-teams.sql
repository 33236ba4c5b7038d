-- Team totals of each wallet, and daily team rewards.

-- As of the last assessed day. Amounts in 10⁻⁸.
CREATE TABLE wallet_team (
  -- No foreign key: checking it doubled the nightly write time, and wallets are never deleted.
  serial bigint PRIMARY KEY,
  investment_units bigint NOT NULL CHECK (investment_units >= 0),
  -- First day the investment alone met the rule for star 1, or null.
  solo_since date,
  referrals integer NOT NULL DEFAULT 0 CHECK (referrals >= 0),
  effective integer NOT NULL DEFAULT 0 CHECK (effective BETWEEN 0 AND referrals),
  members integer NOT NULL DEFAULT 0 CHECK (members >= referrals),
  -- Whole downline, in USDT.
  performance_units bigint NOT NULL DEFAULT 0 CHECK (performance_units >= 0),
  largest_units bigint NOT NULL DEFAULT 0 CHECK (largest_units BETWEEN 0 AND performance_units),
  week_units bigint NOT NULL DEFAULT 0 CHECK (week_units >= 0),
  -- Weekly deposits minus withdrawals at daily prices. Each member's amount is cut to its first digit. May be negative.
  week_net_units bigint NOT NULL DEFAULT 0,
  -- Weekly WLD withdrawals, also cut to the first digit.
  week_wld_units bigint NOT NULL DEFAULT 0 CHECK (week_wld_units >= 0),
  -- Rounding steps for uplines, in units. Each step exceeds any member's absolute share. The checks reject smaller steps.
  performance_step bigint NOT NULL DEFAULT 1 CHECK (performance_step::text ~ '^[125]0*$'),
  week_step bigint NOT NULL DEFAULT 1 CHECK (week_step::text ~ '^[125]0*$'),
  week_net_step bigint NOT NULL DEFAULT 1 CHECK (week_net_step::text ~ '^[125]0*$'),
  week_wld_step bigint NOT NULL DEFAULT 1 CHECK (week_wld_step::text ~ '^[125]0*$'),
  CHECK (performance_units <= members::numeric * (performance_step - 1)),
  CHECK (week_units <= members::numeric * (week_step - 1)),
  CHECK (abs(week_net_units) <= members::numeric * (week_net_step - 1)),
  CHECK (week_wld_units <= members::numeric * (week_wld_step - 1)),
  -- Departments with at least star 1, 2 … 5.
  departments int4[] NOT NULL CHECK (cardinality(departments) = 5) DEFAULT '{0,0,0,0,0}',
  -- Detects changed rows without reading all figures.
  digest bigint NOT NULL DEFAULT 0
);

CREATE TABLE team_day (
  day date PRIMARY KEY,
  wallets bigint NOT NULL,
  changed bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON team_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Computed entries not posted yet, so posting can resume. Deleted on the next day.
CREATE TABLE reward_due (
  day date NOT NULL,
  part text NOT NULL CHECK (part IN ('power', 'fees', 'platform', 'upgrade')),
  last bigint NOT NULL,
  -- One element per entry, ascending: serial of the source or recipient wallet. For an upgrade, serial × 10 + star.
  items int8[] STORAGE EXTERNAL NOT NULL,
  -- Postings per entry, in the same order.
  counts int4[] STORAGE EXTERNAL NOT NULL,
  -- One element per posting: recipient serial, asset number, record code, amount.
  recipients int8[] STORAGE EXTERNAL NOT NULL,
  assets int2[] STORAGE EXTERNAL NOT NULL,
  codes int2[] STORAGE EXTERNAL NOT NULL,
  units int8[] STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (day, part, last),
  CHECK (cardinality(items) > 0 AND items[cardinality(items)] = last AND cardinality(items) = cardinality(counts)),
  CHECK (0 < ALL (counts) AND cardinality(recipients) >= cardinality(items) AND cardinality(recipients) = cardinality(assets)
    AND cardinality(assets) = cardinality(codes) AND cardinality(codes) = cardinality(units))
);

CREATE TABLE reward_day (
  day date NOT NULL,
  asset int2 NOT NULL,
  -- Budget before payment, amount owed and amount paid. A short budget scales all rewards down equally.
  budget_units bigint NOT NULL CHECK (budget_units >= 0),
  due_units bigint NOT NULL CHECK (due_units >= 0),
  given_units bigint NOT NULL CHECK (given_units >= 0 AND given_units <= budget_units AND given_units <= due_units),
  PRIMARY KEY (day, asset)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reward_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
