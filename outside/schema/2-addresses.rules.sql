-- What the tables of 2-addresses.sql tell others.

-- Whose deposit address an address is.
CREATE OR REPLACE VIEW receiving_address AS SELECT wallet_id, family, index, address FROM deposit_address;

-- Addresses are certified at once: until then no app shows them.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON deposit_address FOR EACH ROW EXECUTE FUNCTION tell_news();
