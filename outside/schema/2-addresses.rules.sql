-- What the tables of 2-addresses.sql tell others.

-- Whose deposit address an address is.
CREATE OR REPLACE VIEW receiving_address AS SELECT wallet_id, family, index, address FROM deposit_address;
