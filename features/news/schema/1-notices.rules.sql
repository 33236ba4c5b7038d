-- Rules for 1-notices.sql and 2-articles.sql.

-- Users read notices and articles as official statements, so only the command line may write them.
CREATE OR REPLACE TRIGGER said_by_operators BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON notice
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT is_said_by_operators()) EXECUTE FUNCTION refuse_unsaid();
CREATE OR REPLACE TRIGGER said_by_operators BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON article
  FOR EACH STATEMENT WHEN (had_real_coins() AND NOT is_said_by_operators()) EXECUTE FUNCTION refuse_unsaid();
-- Exempts nested triggers, because deleting an article deletes its texts by cascade.
CREATE OR REPLACE TRIGGER said_by_operators BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON article_text
  FOR EACH STATEMENT WHEN (had_real_coins() AND pg_trigger_depth() = 0 AND NOT is_said_by_operators()) EXECUTE FUNCTION refuse_unsaid();
