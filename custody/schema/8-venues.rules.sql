-- What the tables of 8-venues.sql hold themselves to.

CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT ON venue_address
  FOR EACH STATEMENT WHEN (NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();
-- Nor is another put in its place: what comes from there is booked as a fund's.
CREATE OR REPLACE TRIGGER venue_address_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON venue_address
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();
