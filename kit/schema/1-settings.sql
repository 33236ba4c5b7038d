-- The clock of the demo, and the settings an operator changes while the product runs.

-- One row: how far the business clock runs before the real time; below zero in a demo that began with days of the past. It only goes forward.
CREATE TABLE demo_clock (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  offset_ms int8 NOT NULL DEFAULT 0,
  -- Where it stands still until the demo is started for the first time; null where it goes.
  stands_at timestamptz
);
INSERT INTO demo_clock DEFAULT VALUES;

CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);

-- Every change of a setting, kept.
CREATE TABLE setting_change (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  previous jsonb,
  value jsonb NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  changed_at timestamptz NOT NULL
);
CREATE INDEX setting_change_name ON setting_change (name, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The moment from which this database has to do with real coins; no row in a demo. Nothing of a demo has a place in it then, for good.
CREATE TABLE real_since (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON real_since
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Goes up with every change of a setting, in the transaction of the change: whoever remembers settings sees whether they still stand.
CREATE TABLE setting_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version bigint NOT NULL
);
INSERT INTO setting_version (version) VALUES (1);
