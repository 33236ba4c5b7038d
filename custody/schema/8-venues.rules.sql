-- Functions, triggers and views for 8-venues.sql.

CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT ON venue_address
  FOR EACH STATEMENT WHEN (NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();
-- Changing an address takes two operators too, because its coins are booked to a fund.
CREATE OR REPLACE TRIGGER venue_address_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON venue_address
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();
