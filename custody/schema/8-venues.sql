-- Addresses of external venues where funds trade.

CREATE TABLE venue_address (
  chain text NOT NULL,
  address text NOT NULL,
  product_id bigint NOT NULL,
  PRIMARY KEY (chain, address)
);

-- Each transaction is booked once.
CREATE TABLE venue_movement (
  chain text NOT NULL,
  transaction text NOT NULL,
  product_id bigint NOT NULL,
  -- Positive if we received the coins.
  units bigint NOT NULL CHECK (units <> 0),
  PRIMARY KEY (chain, transaction)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON venue_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
