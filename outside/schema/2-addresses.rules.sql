-- Functions, triggers and views for 2-addresses.sql.

CREATE OR REPLACE VIEW receiving_address AS SELECT wallet_id, family, index, address FROM deposit_address;

-- Apps show an address only once certified.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON deposit_address FOR EACH ROW EXECUTE FUNCTION tell_news();
