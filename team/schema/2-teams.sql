-- What each wallet has below it, and the rewards a day gives for it.

-- As of the last assessed day; a wallet with nothing to say has no row. Amounts in 10⁻⁸.
CREATE TABLE wallet_team (
  -- Of the wallet. No reference: all teams may change in one night, wallets are never deleted, and looking each up doubled the time.
  serial bigint PRIMARY KEY,
  -- Value at opening of the wallet's own running orders, in USDT.
  investment_units bigint NOT NULL CHECK (investment_units >= 0),
  -- The first day its investment stood at what star 1 alone needs; null where it does not.
  solo_since date,
  referrals integer NOT NULL DEFAULT 0 CHECK (referrals >= 0),
  effective integer NOT NULL DEFAULT 0 CHECK (effective BETWEEN 0 AND referrals),
  members integer NOT NULL DEFAULT 0 CHECK (members >= referrals),
  -- Of everybody below, in USDT.
  performance_units bigint NOT NULL DEFAULT 0 CHECK (performance_units >= 0),
  largest_units bigint NOT NULL DEFAULT 0 CHECK (largest_units BETWEEN 0 AND performance_units),
  week_units bigint NOT NULL DEFAULT 0 CHECK (week_units >= 0),
  -- Deposits less withdrawals of the week, at their day's price; below zero where more went out. Of each member the first digit.
  week_net_units bigint NOT NULL DEFAULT 0,
  -- WLD withdrawn in the week. Of each member the first digit.
  week_wld_units bigint NOT NULL DEFAULT 0 CHECK (week_wld_units >= 0),
  -- Uplines see each sum cut to its step, in units: larger than the largest part of one member, without its sign. The checks below refuse
  -- a step that is too small for the average part.
  performance_step bigint NOT NULL DEFAULT 1 CHECK (performance_step::text ~ '^[125]0*$'),
  week_step bigint NOT NULL DEFAULT 1 CHECK (week_step::text ~ '^[125]0*$'),
  week_net_step bigint NOT NULL DEFAULT 1 CHECK (week_net_step::text ~ '^[125]0*$'),
  week_wld_step bigint NOT NULL DEFAULT 1 CHECK (week_wld_step::text ~ '^[125]0*$'),
  CHECK (performance_units <= members::numeric * (performance_step - 1)),
  CHECK (week_units <= members::numeric * (week_step - 1)),
  CHECK (abs(week_net_units) <= members::numeric * (week_net_step - 1)),
  CHECK (week_wld_units <= members::numeric * (week_wld_step - 1)),
  -- Departments holding a star of at least 1, 2 … 5.
  departments int4[] NOT NULL CHECK (cardinality(departments) = 5) DEFAULT '{0,0,0,0,0}',
  -- Of a million teams few change in a day; a digest of each row's figures tells which, without reading them all back.
  digest bigint NOT NULL DEFAULT 0
);

-- The days that were assessed.
CREATE TABLE team_day (
  day date PRIMARY KEY,
  wallets bigint NOT NULL,
  changed bigint NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON team_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries worked out for a day and not posted yet, so that posting can stop anywhere and go on. Thrown away with the next day.
CREATE TABLE reward_due (
  day date NOT NULL,
  part text NOT NULL CHECK (part IN ('power', 'fees', 'platform', 'upgrade')),
  -- The highest item of the block: blocks of a part follow one another.
  last bigint NOT NULL,
  -- One entry a place, ascending. Serial of the wallet it comes from or goes to; ten times that and the star for an upgrade.
  items int8[] STORAGE EXTERNAL NOT NULL,
  -- How many of the postings below each entry has, in the same order.
  counts int4[] STORAGE EXTERNAL NOT NULL,
  -- One posting a place: serial of who receives, number of the asset, record code, amount.
  recipients int8[] STORAGE EXTERNAL NOT NULL,
  assets int2[] STORAGE EXTERNAL NOT NULL,
  codes int2[] STORAGE EXTERNAL NOT NULL,
  units int8[] STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (day, part, last),
  CHECK (cardinality(items) > 0 AND items[cardinality(items)] = last AND cardinality(items) = cardinality(counts)),
  CHECK (0 < ALL (counts) AND cardinality(recipients) >= cardinality(items) AND cardinality(recipients) = cardinality(assets)
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
