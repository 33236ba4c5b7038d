-- What the tables of 1-notices.sql and 2-articles.sql hold themselves to.

-- Everybody reads notices and articles as the house's own words: the command line alone writes them.
CREATE OR REPLACE TRIGGER said_by_operators BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON notice
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT is_said_by_operators()) EXECUTE FUNCTION refuse_unsaid();
CREATE OR REPLACE TRIGGER said_by_operators BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON article
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT is_said_by_operators()) EXECUTE FUNCTION refuse_unsaid();
-- The texts of an article that is taken away go with it, by the rule between the two.
CREATE OR REPLACE TRIGGER said_by_operators BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON article_text
  FOR EACH STATEMENT WHEN (had_real_coins() AND pg_trigger_depth() = 0 AND NOT is_said_by_operators()) EXECUTE FUNCTION refuse_unsaid();
