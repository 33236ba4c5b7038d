-- Why: three rules about orders stood in code alone. The database says them a second time, so that no other way of writing breaks them.

-- One node for each wallet, counted while it waits for its start or runs (features/investing/products/node.ts says it first).
CREATE UNIQUE INDEX investment_order_one_node ON investment_order (wallet_id)
  WHERE line = 'node' AND state NOT IN ('ended', 'closed', 'cancelled', 'exited');

-- A machine is paid at most three times its price (features/investing/products/machine.ts).
ALTER TABLE investment_order ADD CONSTRAINT machine_is_paid_three_times_at_most
  CHECK (line <> 'machine' OR paid_value_units <= 3 * value_units);

-- No order is worth more than the most its own terms name, also after interest has joined it. What a product names is the operator's
-- to set, 10,000 USDT unless changed, and an order keeps what it was sold with.
ALTER TABLE investment_order ADD CONSTRAINT order_is_worth_its_maximum_at_most
  CHECK (value_units <= (terms ->> 'maximumValue')::numeric * 100000000);
