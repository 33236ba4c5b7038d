-- The demo clock, and settings that operators change at run time.

-- One row: the business clock's offset from real time, negative in a demo with past days. It only increases.
CREATE TABLE demo_clock (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  offset_ms int8 NOT NULL DEFAULT 0,
  -- The time at which the clock stands until the demo first starts; null while it runs.
  stands_at timestamptz
);
INSERT INTO demo_clock DEFAULT VALUES;

-- The offset that held until each move of the demo clock. Real time.
CREATE TABLE demo_clock_move (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  moved_at timestamptz NOT NULL,
  offset_ms int8 NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON demo_clock_move
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);

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

-- When operation with real coins began; no row in a demo. From then on nothing from a demo is allowed, permanently.
CREATE TABLE real_since (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON real_since
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Incremented in the transaction of each setting change, so caches detect it.
CREATE TABLE setting_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version bigint NOT NULL
);
INSERT INTO setting_version (version) VALUES (1);
