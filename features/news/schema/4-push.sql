-- What somebody wants to be told on their device while the app is closed, and which device that is.

CREATE TABLE push_choice (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  topics text[] NOT NULL CHECK (topics <@ ARRAY['money', 'orders', 'otc', 'prices', 'security']),
  -- "22:00-07:00" by the clock of the zone: nothing but security is told then. Empty: no such hours.
  quiet text NOT NULL CHECK (quiet ~ '^(\d\d:\d\d-\d\d:\d\d)?$'),
  zone text NOT NULL,
  language text NOT NULL,
  -- The device: where its browser takes messages and the keys it reads them with, sealed. It is forgotten when its session ends; the choice stays.
  session_id text,
  sealed bytea,
  -- Only what happens from then on is told: a moment of each clock.
  since_business timestamptz NOT NULL,
  since_real timestamptz NOT NULL,
  -- When it is looked at next, on the real clock. Whoever looks puts it off first, so nobody else looks meanwhile.
  due_at timestamptz NOT NULL,
  -- Tries in a row that its service did not take.
  tries integer NOT NULL DEFAULT 0,
  CHECK ((session_id IS NULL) = (sealed IS NULL))
);
CREATE INDEX push_choice_due ON push_choice (due_at) WHERE sealed IS NOT NULL;

-- What was told already, by the key of its event.
CREATE TABLE push_sent (
  wallet_id text NOT NULL REFERENCES wallet (id),
  key text NOT NULL,
  -- Real clock.
  at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, key)
);
CREATE INDEX push_sent_at ON push_sent (at);
