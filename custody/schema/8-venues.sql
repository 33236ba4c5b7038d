-- The places outside where funds trade, as far as chains show them.

-- Addresses from which a venue pays back.
CREATE TABLE venue_address (
  chain text NOT NULL,
  address text NOT NULL,
  -- The fund, by its product's number.
  product_id bigint NOT NULL,
  PRIMARY KEY (chain, address)
);

-- What an operator booked as sent to a venue or come from it: each transaction once, as one thing.
CREATE TABLE venue_movement (
  chain text NOT NULL,
  transaction text NOT NULL,
  product_id bigint NOT NULL,
  -- Seen from us: above zero it came.
  units bigint NOT NULL CHECK (units <> 0),
  PRIMARY KEY (chain, transaction)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON venue_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
