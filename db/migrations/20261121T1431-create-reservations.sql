-- Why: what a day's quota cannot take waits in a queue that nobody can re-order unseen.
-- Most base coin sold a day, in units; null: no quota. Renewals take none.
ALTER TABLE product ADD COLUMN quota_units bigint CHECK (quota_units > 0);
-- Sold by reservation alone. The books know reservations of dual only.
ALTER TABLE product ADD COLUMN needs_reservation boolean NOT NULL DEFAULT false;
ALTER TABLE product ADD CONSTRAINT product_reserved_is_dual CHECK (NOT needs_reservation OR line = 'dual');

-- What was taken of a day's quota, by purchases and by reservations that became due.
CREATE TABLE product_quota (
  product_id bigint NOT NULL REFERENCES product,
  day date NOT NULL,
  taken_units bigint NOT NULL CHECK (taken_units >= 0),
  PRIMARY KEY (product_id, day)
);
CREATE FUNCTION product_quota_holds() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF new.taken_units > (SELECT quota_units FROM product WHERE id = new.product_id) THEN
    RAISE EXCEPTION 'the quota of product % for % is full', new.product_id, new.day;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER product_quota_holds_at_first BEFORE INSERT ON product_quota
  FOR EACH ROW EXECUTE FUNCTION product_quota_holds();
-- Giving some back is always right, even after the quota was lowered.
CREATE TRIGGER product_quota_holds BEFORE UPDATE ON product_quota
  FOR EACH ROW WHEN (new.taken_units > old.taken_units) EXECUTE FUNCTION product_quota_holds();

-- An order in its first three states. The order keeps the terms; this keeps what was paid for the place in the queue.
CREATE TABLE order_reservation (
  order_id bigint PRIMARY KEY REFERENCES investment_order,
  wallet_id text NOT NULL REFERENCES wallet (id),
  product_id bigint NOT NULL REFERENCES product,
  -- Base coin of the whole order.
  base_units bigint NOT NULL CHECK (base_units > 0),
  -- 1 % of it, rounded up; becomes part of the principal.
  prepaid_units bigint NOT NULL CHECK (prepaid_units = (base_units + 99) / 100),
  -- CREDIT held for it: 1 for each USDT of value.
  credit_units bigint NOT NULL CHECK (credit_units > 0),
  reserved_at timestamptz NOT NULL,
  -- Since then the balance can be paid, for 24 hours; the day whose quota it took.
  due_at timestamptz,
  quota_day date,
  paid_at timestamptz,
  -- CREDIT given on top for paying in time.
  bonus_units bigint NOT NULL DEFAULT 0 CHECK (bonus_units >= 0),
  -- Cancelled in the queue, or closed because it was not paid.
  over_at timestamptz,
  CHECK ((due_at IS NULL) = (quota_day IS NULL)),
  CHECK (paid_at IS NULL OR (over_at IS NULL AND paid_at >= due_at AND paid_at < due_at + interval '24 hours')),
  CHECK (bonus_units = 0 OR paid_at IS NOT NULL)
);
CREATE UNIQUE INDEX order_reservation_queued_once ON order_reservation (wallet_id, product_id)
  WHERE due_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_queue ON order_reservation (product_id, order_id) WHERE due_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_due ON order_reservation (due_at, order_id)
  WHERE due_at IS NOT NULL AND paid_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_of_wallet ON order_reservation (wallet_id, order_id DESC);

CREATE FUNCTION order_reservation_keeps_its_price() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.order_id, new.wallet_id, new.product_id, new.base_units, new.prepaid_units, new.credit_units, new.reserved_at)
     IS DISTINCT FROM
     (old.order_id, old.wallet_id, old.product_id, old.base_units, old.prepaid_units, old.credit_units, old.reserved_at)
     OR (old.due_at IS NOT NULL AND new.due_at IS DISTINCT FROM old.due_at)
     OR old.paid_at IS NOT NULL OR old.over_at IS NOT NULL THEN
    RAISE EXCEPTION 'reservation % keeps what was agreed', old.order_id;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER order_reservation_keeps_its_price BEFORE UPDATE ON order_reservation
  FOR EACH ROW EXECUTE FUNCTION order_reservation_keeps_its_price();

-- Every change of every queue. Each row carries the hash of the one before it: taking one out, or changing their order, shows.
CREATE TABLE queue_log (
  id bigint PRIMARY KEY CHECK (id > 0),
  at timestamptz NOT NULL,
  product_id bigint NOT NULL,
  order_id bigint NOT NULL,
  change text NOT NULL CHECK (change IN ('queued', 'due', 'paid', 'closed', 'cancelled')),
  base_units bigint NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON queue_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Orders that ended, by when: each adds to its holder's credit.
CREATE INDEX investment_order_ended ON investment_order (over_at, id) WHERE state IN ('ended', 'exited');
