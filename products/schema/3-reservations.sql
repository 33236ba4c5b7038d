-- Reservations are orders before they start. The order keeps the terms; these rows keep the prepayment.

CREATE TABLE order_reservation (
  order_id bigint PRIMARY KEY REFERENCES investment_order,
  wallet_id text NOT NULL REFERENCES wallet (id),
  product_id bigint NOT NULL REFERENCES product,
  -- Base coin of the whole order.
  base_units bigint NOT NULL CHECK (base_units > 0),
  -- 1 %, rounded up; joins the principal.
  prepaid_units bigint NOT NULL CHECK (prepaid_units = (base_units + 99) / 100),
  -- 1 CREDIT per USDT of value.
  credit_units bigint NOT NULL CHECK (credit_units > 0),
  reserved_at timestamptz NOT NULL,
  -- Payable for 24 hours from `due_at`.
  due_at timestamptz,
  quota_day date,
  paid_at timestamptz,
  bonus_units bigint NOT NULL DEFAULT 0 CHECK (bonus_units >= 0),
  -- When cancelled, or closed unpaid.
  over_at timestamptz,
  -- When the held CREDIT returned or was lost.
  credit_over_at timestamptz,
  CHECK ((due_at IS NULL) = (quota_day IS NULL)),
  CHECK (paid_at IS NULL OR (over_at IS NULL AND paid_at >= due_at AND paid_at < due_at + interval '24 hours')),
  CHECK (bonus_units = 0 OR paid_at IS NOT NULL),
  CONSTRAINT order_reservation_credit_after_payment CHECK (credit_over_at IS NULL OR credit_over_at >= paid_at)
);
CREATE UNIQUE INDEX order_reservation_queued_once ON order_reservation (wallet_id, product_id)
  WHERE due_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_queue ON order_reservation (product_id, order_id) WHERE due_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_due ON order_reservation (due_at, order_id)
  WHERE due_at IS NOT NULL AND paid_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_of_wallet ON order_reservation (wallet_id, order_id DESC);
CREATE INDEX order_reservation_open ON order_reservation (wallet_id, order_id DESC) WHERE paid_at IS NULL AND over_at IS NULL;
CREATE INDEX order_reservation_credit_held ON order_reservation (order_id) WHERE paid_at IS NOT NULL AND credit_over_at IS NULL;

-- Each row contains the previous hash, so removed or reordered rows are detectable. Rows stay public forever, so they hold only the day and
-- the amount's first digit.
CREATE TABLE queue_log (
  id bigint PRIMARY KEY CHECK (id > 0),
  at timestamptz NOT NULL CONSTRAINT queue_log_day CHECK (date_trunc('day', at, 'UTC') = at),
  product_id bigint NOT NULL,
  order_id bigint NOT NULL,
  change text NOT NULL CHECK (change IN ('queued', 'due', 'paid', 'closed', 'cancelled')),
  base_units bigint NOT NULL CONSTRAINT queue_log_first_digit CHECK (base_units::text ~ '^[1-9]0*$'),
  coin text NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON queue_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
