-- Why: an order is one wallet's share in a product; its coins are in the ledger, this is its life and its terms.
CREATE TABLE investment_order (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  product_id bigint NOT NULL REFERENCES product,
  line text NOT NULL,
  state text NOT NULL CHECK (state IN ('reserved', 'queued', 'due', 'to_be_started', 'earning', 'paused', 'to_be_released',
    'ended', 'closed', 'cancelled', 'exited')),
  -- What the product said when the order opened, and the card its holder accepted. Never changed.
  terms jsonb NOT NULL,
  card_hash text NOT NULL REFERENCES product_card,
  bought_at timestamptz NOT NULL,
  -- The running round, or the first one before the start. 0 before the start.
  round integer NOT NULL DEFAULT 0 CHECK (round >= 0),
  round_started timestamptz NOT NULL,
  round_ends timestamptz NOT NULL CHECK (round_ends > round_started),
  -- In the order now, as in its principal account; once it is over, what was in it last.
  base_units bigint NOT NULL CHECK (base_units >= 0),
  side_units bigint NOT NULL CHECK (side_units >= 0),
  -- Interest of the running round, and of the next once set aside: together the order's promised account.
  promise_units bigint NOT NULL CHECK (promise_units >= 0),
  next_promise_units bigint CHECK (next_promise_units >= 0),
  -- USDT value at opening, of the base coin (grown by what joined) and of the side coin.
  value_units bigint NOT NULL CHECK (value_units >= 0),
  side_value_units bigint NOT NULL CHECK (side_value_units >= 0),
  reinvest boolean NOT NULL,
  -- Set when the pool could not promise the next round.
  pool_short boolean NOT NULL DEFAULT false,
  paid_units bigint NOT NULL DEFAULT 0 CHECK (paid_units >= 0),
  over_at timestamptz
);
CREATE INDEX investment_order_of_wallet ON investment_order (wallet_id, id DESC);
CREATE INDEX investment_order_to_start ON investment_order (line, round_started, id) WHERE state = 'to_be_started';
CREATE INDEX investment_order_running ON investment_order (line, round_ends, id) WHERE state = 'earning';
CREATE INDEX investment_order_accruing ON investment_order (line, id) WHERE state = 'earning';

-- The life of an order, said a second time: features/investing/order-state.ts says it first, a test holds the two equal.
CREATE TABLE order_transition (state text NOT NULL, next text NOT NULL, PRIMARY KEY (state, next));
INSERT INTO order_transition (state, next) VALUES
  ('reserved', 'queued'), ('queued', 'due'), ('queued', 'cancelled'), ('due', 'to_be_started'), ('due', 'closed'),
  ('to_be_started', 'earning'), ('to_be_started', 'cancelled'), ('to_be_started', 'to_be_released'),
  ('earning', 'paused'), ('paused', 'earning'), ('earning', 'to_be_released'), ('paused', 'to_be_released'),
  ('earning', 'ended'), ('paused', 'ended'), ('to_be_released', 'ended'),
  ('earning', 'cancelled'), ('paused', 'cancelled'), ('earning', 'exited'), ('paused', 'exited');

CREATE FUNCTION investment_order_keeps_its_terms() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.wallet_id, new.product_id, new.line, new.terms, new.card_hash, new.bought_at)
     IS DISTINCT FROM (old.wallet_id, old.product_id, old.line, old.terms, old.card_hash, old.bought_at) THEN
    RAISE EXCEPTION 'the terms of order % never change', old.id;
  END IF;
  IF new.state <> old.state
     AND NOT EXISTS (SELECT FROM order_transition t WHERE t.state = old.state AND t.next = new.state) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', old.id, old.state, new.state;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER investment_order_keeps_its_terms BEFORE UPDATE ON investment_order
  FOR EACH ROW EXECUTE FUNCTION investment_order_keeps_its_terms();

-- What happened to an order, for its holder.
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

-- What ended rounds really paid: shown beside what is advertised.
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
