-- Functions, triggers and views for 2-addresses.sql.

CREATE OR REPLACE VIEW receiving_address AS SELECT wallet_id, family, index, address FROM deposit_address;

-- A new address needs a certificate before apps show it.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON deposit_address FOR EACH ROW EXECUTE FUNCTION tell_news();
