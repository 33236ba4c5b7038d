-- Push subscriptions of devices, and the kinds of message chosen for each.

CREATE TABLE push_choice (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  topics text[] NOT NULL CHECK (topics <@ ARRAY['money', 'orders', 'otc', 'prices', 'security']),
  -- "22:00-07:00" in the zone's time. Only security events are sent then. Empty: none.
  quiet text NOT NULL CHECK (quiet ~ '^(\d\d:\d\d-\d\d:\d\d)?$'),
  zone text NOT NULL,
  language text NOT NULL,
  -- Push endpoint and keys, encrypted. Cleared when the session ends; the preferences stay.
  session_id text,
  sealed bytea,
  -- Only events after these moments are sent. There is one moment per clock.
  since_business timestamptz NOT NULL,
  since_real timestamptz NOT NULL,
  -- Next check, on the real clock. Moved ahead first, as a lease against other processes.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  CHECK ((session_id IS NULL) = (sealed IS NULL))
);
CREATE INDEX push_choice_due ON push_choice (due_at) WHERE sealed IS NOT NULL;

CREATE TABLE push_sent (
  wallet_id text NOT NULL REFERENCES wallet (id),
  key text NOT NULL,
  -- Real clock.
  at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, key)
);
CREATE INDEX push_sent_at ON push_sent (at);
