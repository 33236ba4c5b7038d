-- What the tables of 8-mail.sql tell others.

-- A mail is sent as soon as it is asked for.
CREATE OR REPLACE TRIGGER tell_news AFTER INSERT ON mail FOR EACH ROW EXECUTE FUNCTION tell_news();
