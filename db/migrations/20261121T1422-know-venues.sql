-- Why: what arrives from a fund's venue is the fund's, coins back or profit; an operator says which, naming a transaction that was seen.
CREATE TABLE venue_address (
  chain text NOT NULL,
  address text NOT NULL,
  product_id bigint NOT NULL REFERENCES product,
  PRIMARY KEY (chain, address)
);
ALTER TABLE deposit DROP CONSTRAINT deposit_kind_check;
-- venue: from a fund's venue; credited: deep enough to be booked by an operator
ALTER TABLE deposit ADD CONSTRAINT deposit_kind_check CHECK (kind IN ('wallet', 'capital', 'unknown', 'venue'));
