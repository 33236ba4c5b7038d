-- Why: the demo's clock, settings an operator changes while we run, and the operator's log.

-- Put before update, delete or truncate on what is never changed.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is append-only', tg_op, tg_table_name USING ERRCODE = 'GH001';
END $$;

-- One row: how far the business clock runs before the real time. It only goes forward.
CREATE TABLE demo_clock (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  offset_ms int8 NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
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

-- What operators did. Each row carries the hash of the one before it, so that none can be taken out unnoticed.
CREATE TABLE operator_log (
  id int8 PRIMARY KEY,
  at timestamptz NOT NULL,
  verb text NOT NULL,
  args jsonb NOT NULL,
  changed jsonb NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL UNIQUE
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
