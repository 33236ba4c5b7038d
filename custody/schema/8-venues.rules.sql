-- What the tables of 8-venues.sql hold themselves to.

CREATE OR REPLACE TRIGGER word_of_two BEFORE INSERT ON venue_address
  FOR EACH STATEMENT WHEN (NOT has_word_of_two()) EXECUTE FUNCTION refuse_one_word();
