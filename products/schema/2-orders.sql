-- The ledger holds the order's coins.

CREATE TABLE investment_order (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  product_id bigint NOT NULL REFERENCES product,
  line text NOT NULL,
  state text NOT NULL CHECK (state IN ('reserved', 'queued', 'due', 'to_be_started', 'earning', 'paused', 'to_be_released',
    'ended', 'closed', 'cancelled', 'exited')),
  terms jsonb NOT NULL,
  card_hash text NOT NULL REFERENCES product_card,
  bought_at timestamptz NOT NULL,
  -- 0 before the start. Until then, start and end describe the first round.
  round integer NOT NULL DEFAULT 0 CHECK (round >= 0),
  round_started timestamptz NOT NULL,
  round_ends timestamptz CHECK (round_ends > round_started),
  -- Equals the principal account. After the end, keeps the last amounts.
  base_units bigint NOT NULL CHECK (base_units >= 0),
  side_units bigint NOT NULL CHECK (side_units >= 0),
  -- Interest of the running round, and of the next once reserved. Together they equal the promised account.
  promise_units bigint NOT NULL CHECK (promise_units >= 0),
  next_promise_units bigint CHECK (next_promise_units >= 0),
  -- Value at opening. The base coin's value grows with compounded interest.
  value_units bigint NOT NULL CHECK (value_units >= 0),
  side_value_units bigint NOT NULL CHECK (side_value_units >= 0),
  reinvest boolean NOT NULL,
  -- True if the pool could not promise the next round's interest.
  pool_short boolean NOT NULL DEFAULT false,
  paid_units bigint NOT NULL DEFAULT 0 CHECK (paid_units >= 0),
  over_at timestamptz,
  -- Shares of a market's liquidity or of a fund.
  share_units bigint NOT NULL DEFAULT 0 CHECK (share_units >= 0),
  -- Sum of payments, each valued at its day's price.
  paid_value_units bigint NOT NULL DEFAULT 0 CHECK (paid_value_units >= 0),
  -- Stored for SQL settlement: POWER per day and the weight (in 10⁻⁸). A test compares them with the lines' functions.
  power_units bigint GENERATED ALWAYS AS (floor(value_units * (terms ->> 'powerPerDay')::numeric)::bigint) STORED,
  weight_units numeric GENERATED ALWAYS AS (floor((terms ->> 'weight')::numeric * 100000000)) STORED,
  -- When the holder acknowledged the exit.
  acknowledged_at timestamptz,
  -- Same rule in the line's pairOf and weightOf.
  pair text GENERATED ALWAYS AS ((terms ->> 'base') || '-' || (terms ->> 'side')) STORED,
  shares_weight numeric GENERATED ALWAYS AS (floor(share_units * coalesce((terms ->> 'weight')::numeric, 1))) STORED,
  CONSTRAINT acceleration_only_marks CHECK (line <> 'acceleration' OR (base_units > 0 AND side_units = 0 AND promise_units = 0 AND next_promise_units IS NULL
    AND share_units = 0 AND terms ->> 'boost' IN ('1.0', '2.0'))),
  -- Same rule in products/lines/machine/machine.ts.
  CONSTRAINT machine_is_paid_three_times_at_most CHECK (line <> 'machine' OR paid_value_units <= 3 * value_units),
  -- Includes compounded interest. An order keeps the maximum from its sale.
  CONSTRAINT order_is_worth_its_maximum_at_most CHECK (value_units <= (terms ->> 'maximumValue')::numeric * 100000000)
);
CREATE INDEX investment_order_of_wallet ON investment_order (wallet_id, id DESC);
CREATE INDEX investment_order_over ON investment_order (wallet_id, over_at, id) WHERE over_at IS NOT NULL;
CREATE INDEX investment_order_of_kind ON investment_order (wallet_id, line, state, id DESC);
CREATE INDEX investment_order_to_start ON investment_order (line, round_started, id) WHERE state = 'to_be_started';
CREATE INDEX investment_order_running ON investment_order (line, round_ends, id) WHERE state IN ('earning', 'paused');
CREATE INDEX investment_order_accruing ON investment_order (line, id) WHERE state IN ('earning', 'paused');
CREATE INDEX investment_order_of_fund ON investment_order (product_id, state) INCLUDE (base_units, share_units) WHERE line = 'fund';
CREATE INDEX investment_order_ended ON investment_order (over_at, id) WHERE state IN ('ended', 'exited');
CREATE INDEX investment_order_paying_out ON investment_order (line, id) WHERE state = 'to_be_released';
-- Same rule in products/lines/node/node.ts.
CREATE UNIQUE INDEX investment_order_one_node ON investment_order (wallet_id)
  WHERE line = 'node' AND state NOT IN ('ended', 'closed', 'cancelled', 'exited');
CREATE INDEX investment_order_packages_sold ON investment_order (bought_at) INCLUDE (wallet_id, value_units, state)
  WHERE line = 'package' AND base_units > 0;

-- Same list in products/terms/order-state.ts; a test compares them.
CREATE TABLE order_transition (
  state text NOT NULL,
  next text NOT NULL,
  PRIMARY KEY (state, next)
);
INSERT INTO order_transition (state, next) VALUES
  ('reserved', 'queued'), ('queued', 'due'), ('queued', 'cancelled'), ('due', 'to_be_started'), ('due', 'closed'),
  ('to_be_started', 'earning'), ('to_be_started', 'cancelled'), ('to_be_started', 'to_be_released'),
  ('earning', 'paused'), ('paused', 'earning'), ('earning', 'to_be_released'), ('paused', 'to_be_released'),
  ('earning', 'ended'), ('paused', 'ended'), ('to_be_released', 'ended'),
  ('earning', 'cancelled'), ('paused', 'cancelled'), ('earning', 'exited'), ('paused', 'exited');

CREATE TABLE order_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES investment_order,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX order_event_of_order ON order_event (order_id, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE order_round (
  order_id bigint NOT NULL REFERENCES investment_order,
  round integer NOT NULL,
  product_id bigint NOT NULL,
  days integer NOT NULL,
  principal_units bigint NOT NULL,
  interest_units bigint NOT NULL,
  ended_at timestamptz NOT NULL,
  PRIMARY KEY (order_id, round)
);
CREATE INDEX order_round_of_product ON order_round (product_id, days) INCLUDE (principal_units, interest_units);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_round
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
