-- Why: while the side coin has no price a due balance cannot be paid; its 24 hours then begin anew, and only then.

CREATE OR REPLACE FUNCTION order_reservation_keeps_its_price() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF (new.order_id, new.wallet_id, new.product_id, new.base_units, new.prepaid_units, new.credit_units, new.reserved_at)
     IS DISTINCT FROM
     (old.order_id, old.wallet_id, old.product_id, old.base_units, old.prepaid_units, old.credit_units, old.reserved_at)
     OR (old.due_at IS NOT NULL AND new.due_at IS DISTINCT FROM old.due_at
       AND NOT coalesce(new.due_at >= old.due_at + interval '24 hours', false))
     OR old.paid_at IS NOT NULL OR old.over_at IS NOT NULL THEN
    RAISE EXCEPTION 'reservation % keeps what was agreed', old.order_id;
  END IF;
  RETURN new;
END $$;
