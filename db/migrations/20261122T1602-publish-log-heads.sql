-- Why: the head of the operators' log is signed and published each day, so that a log written anew afterwards does not fit what others kept.

CREATE TABLE operator_log_head (
  day date PRIMARY KEY,
  -- The last line of the log when the day's head was published, and its hash.
  line bigint NOT NULL,
  hash text NOT NULL,
  -- By the house's key for publishing: Ed25519, base64url.
  public_key text NOT NULL,
  signature text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
