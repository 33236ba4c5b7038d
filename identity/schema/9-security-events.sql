-- Security changes, which the holder sees as notices even without a mailbox.

CREATE TABLE security_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  kind text NOT NULL CHECK (kind IN ('mail', 'password', 'authenticator', 'authenticator_off', 'restore', 'phrase', 'address', 'frozen', 'unfrozen', 'passkey', 'passkey_copied', 'payment_details')),
  -- Real clock.
  at timestamptz NOT NULL
);
CREATE INDEX security_event_of_wallet ON security_event (wallet_id, at, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
