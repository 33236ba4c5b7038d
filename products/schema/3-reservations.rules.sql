-- Functions, triggers and views for 3-reservations.sql.

CREATE OR REPLACE FUNCTION order_reservation_keeps_its_price() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.order_id, new.wallet_id, new.product_id, new.base_units, new.prepaid_units, new.credit_units, new.reserved_at)
     IS DISTINCT FROM
     (old.order_id, old.wallet_id, old.product_id, old.base_units, old.prepaid_units, old.credit_units, old.reserved_at)
     OR (old.due_at IS NOT NULL AND new.due_at IS DISTINCT FROM old.due_at
       AND NOT coalesce(new.due_at >= old.due_at + interval '24 hours', false))
     OR old.over_at IS NOT NULL
     -- After payment only the CREDIT may change.
     OR (old.paid_at IS NOT NULL AND ((new.due_at, new.quota_day, new.paid_at, new.over_at) IS DISTINCT FROM
         (old.due_at, old.quota_day, old.paid_at, old.over_at)
       OR old.credit_over_at IS NOT NULL OR new.credit_over_at IS NULL OR new.bonus_units > old.bonus_units)) THEN
    RAISE EXCEPTION 'reservation % keeps what was agreed', old.order_id;
  END IF;
  IF old.credit_over_at IS NULL AND new.credit_over_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM investment_order o WHERE o.id = new.order_id
      AND (o.round >= 1 OR (o.state = 'cancelled' AND new.bonus_units = 0))) THEN
    RAISE EXCEPTION 'the credit of reservation % waits for the start of its order', old.order_id;
  END IF;
  RETURN new;
END $$;
CREATE OR REPLACE TRIGGER order_reservation_keeps_its_price BEFORE UPDATE ON order_reservation
  FOR EACH ROW EXECUTE FUNCTION order_reservation_keeps_its_price();
