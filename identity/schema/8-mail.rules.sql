-- Functions, triggers and views for 8-mail.sql.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON mail FOR EACH ROW EXECUTE FUNCTION tell_news();
