-- Functions, triggers and views for 1-chat.sql.

CREATE OR REPLACE FUNCTION chat_thread_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.id, OLD.kind, OLD.subject, OLD.opened_at) IS DISTINCT FROM (NEW.id, NEW.kind, NEW.subject, NEW.opened_at)
    OR (OLD.staff_since IS NOT NULL AND NEW.staff_since IS DISTINCT FROM OLD.staff_since)
    OR NEW.last_number NOT IN (OLD.last_number, OLD.last_number + 1) OR NEW.staff_read < OLD.staff_read THEN
    RAISE EXCEPTION 'update of chat thread % is refused: it only goes on', OLD.id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER chat_thread_goes_on BEFORE UPDATE ON chat_thread
  FOR EACH ROW EXECUTE FUNCTION chat_thread_goes_on();

CREATE OR REPLACE FUNCTION chat_message_is_next() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  thread chat_thread;
BEGIN
  SELECT * INTO thread FROM chat_thread WHERE id = NEW.thread_id;
  IF NEW.number <> thread.last_number OR (NEW.operator IS NOT NULL AND thread.staff_since IS NULL) THEN
    RAISE EXCEPTION 'message % of chat thread % is refused', NEW.number, NEW.thread_id USING ERRCODE = 'GH001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER chat_message_is_next BEFORE INSERT ON chat_message
  FOR EACH ROW EXECUTE FUNCTION chat_message_is_next();

-- Counts a message toward its quotas. A picture counts earlier, at upload.
CREATE OR REPLACE FUNCTION chat_message_has_room() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  size bigint := octet_length(NEW.text) + 256;
BEGIN
  IF NEW.picture IS NOT NULL THEN
    PERFORM count_kept('picture', 'thread:' || NEW.thread_id, NEW.at, picture_bytes(NEW.picture));
  END IF;
  PERFORM count_kept('message', 'thread:' || NEW.thread_id, NEW.at, size);
  PERFORM count_kept('message', 'wallet:' || NEW.wallet_id, NEW.at, size);
  PERFORM count_kept('message', 'all:' || quota_part(NEW.wallet_id), NEW.at, size);
  IF is_young(NEW.wallet_id) THEN
    PERFORM count_kept('message', 'young:' || quota_part(NEW.wallet_id), NEW.at, size);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER chat_message_has_room AFTER INSERT ON chat_message
  FOR EACH ROW WHEN (NEW.wallet_id IS NOT NULL) EXECUTE FUNCTION chat_message_has_room();
