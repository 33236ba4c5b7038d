-- Why: what every wallet's team came to at the last cut, and what its upline is owed of a day, until it is posted.

-- As of the last assessed day; a wallet with nothing to say has no row. Amounts in 10⁻⁸.
CREATE TABLE wallet_team (
  serial bigint PRIMARY KEY REFERENCES wallet (serial),
  -- Value at opening of the wallet's own running orders, in USDT.
  investment_units bigint NOT NULL CHECK (investment_units >= 0),
  -- The first day its investment stood at what star 1 alone needs; null where it does not.
  solo_since date,
  referrals integer NOT NULL CHECK (referrals >= 0),
  effective integer NOT NULL CHECK (effective BETWEEN 0 AND referrals),
  members integer NOT NULL CHECK (members >= referrals),
  -- Of everybody below, in USDT.
  performance_units bigint NOT NULL CHECK (performance_units >= 0),
  largest_units bigint NOT NULL CHECK (largest_units BETWEEN 0 AND performance_units),
  week_units bigint NOT NULL CHECK (week_units >= 0),
  -- Deposits less withdrawals of the week, at their day's price; below zero where more went out.
  week_net_units bigint NOT NULL,
  -- WLD withdrawn in the week.
  week_wld_units bigint NOT NULL CHECK (week_wld_units >= 0),
  -- Departments holding a star of at least 1, 2 … 5.
  departments int4[] NOT NULL CHECK (cardinality(departments) = 5)
);

-- The days that were assessed.
CREATE TABLE team_day (
  day date PRIMARY KEY,
  wallets bigint NOT NULL,
  changed bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON team_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the first time of a star pays, week by week, out of the fees of the wallet's own team.
CREATE TABLE star_upgrade (
  wallet_id text NOT NULL REFERENCES wallet (id),
  star int2 NOT NULL CHECK (star BETWEEN 1 AND 6),
  -- Fees of this day and later count.
  since date NOT NULL,
  sum_units bigint NOT NULL CHECK (sum_units > 0),
  paid_units bigint NOT NULL DEFAULT 0 CHECK (paid_units BETWEEN 0 AND sum_units),
  PRIMARY KEY (wallet_id, star)
);
CREATE INDEX star_upgrade_open ON star_upgrade (wallet_id, star) WHERE paid_units < sum_units;

-- Entries worked out for a day and not posted yet, so that posting can stop anywhere and go on. Thrown away with the next day.
CREATE TABLE reward_due (
  day date NOT NULL,
  part text NOT NULL CHECK (part IN ('power', 'fees', 'platform', 'upgrade')),
  -- Serial of the wallet it comes from or goes to; ten times that and the star for an upgrade.
  item bigint NOT NULL,
  -- One posting a place: serial of who receives, number of the asset, record code, amount.
  recipients int8[] NOT NULL,
  assets int2[] NOT NULL,
  codes int2[] NOT NULL,
  units int8[] NOT NULL,
  PRIMARY KEY (day, part, item),
  CHECK (cardinality(recipients) > 0 AND cardinality(recipients) = cardinality(assets)
    AND cardinality(assets) = cardinality(codes) AND cardinality(codes) = cardinality(units))
);

-- What a day's rewards on fees came to, and whether the budget was short.
CREATE TABLE reward_day (
  day date NOT NULL,
  asset int2 NOT NULL,
  -- In the budget before, owed by the rules, and given: less than owed where the budget was short, all scaled alike.
  budget_units bigint NOT NULL CHECK (budget_units >= 0),
  due_units bigint NOT NULL CHECK (due_units >= 0),
  given_units bigint NOT NULL CHECK (given_units >= 0 AND given_units <= budget_units AND given_units <= due_units),
  PRIMARY KEY (day, asset)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reward_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
