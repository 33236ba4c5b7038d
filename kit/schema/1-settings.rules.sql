-- Functions, triggers and views for 1-settings.sql.
CREATE OR REPLACE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds', clock_timestamp()) + (SELECT offset_ms FROM public.demo_clock) * interval '1 millisecond'
$$;

CREATE OR REPLACE FUNCTION setting_value(of text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT value FROM public.setting WHERE name = of
$$;
CREATE OR REPLACE FUNCTION declare_setting(of text, first jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.setting (name, value) VALUES (of, first) ON CONFLICT DO NOTHING
$$;

-- Whether this transaction wrote the row version. Checks all subtransactions, because a savepoint has its own ID. Other unfinished
-- transactions are not visible.
CREATE OR REPLACE FUNCTION is_of_this_transaction(made xid) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(made = t.now::xid OR pg_xact_status((t.number + (made::text::int8 - t.number << 32 >> 32))::text::xid8) = 'in progress', false)
  FROM (SELECT pg_current_xact_id_if_assigned() AS now, pg_current_xact_id_if_assigned()::text::int8 AS number) t
$$;

CREATE OR REPLACE FUNCTION has_real_coins() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT FROM public.real_since) $$;
CREATE OR REPLACE FUNCTION had_real_coins() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.real_since WHERE NOT is_of_this_transaction(xmin))
$$;
CREATE OR REPLACE FUNCTION note_real_coins() RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.real_since DEFAULT VALUES ON CONFLICT DO NOTHING
$$;

-- With real coins, the demo clock cannot be changed.
CREATE OR REPLACE FUNCTION refuse_moved_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_real_coins() AND (tg_op <> 'UPDATE' OR NEW IS DISTINCT FROM OLD) THEN
    RAISE EXCEPTION 'the clock stays: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER refuse_moved_clock BEFORE INSERT OR UPDATE OR DELETE ON demo_clock
  FOR EACH ROW EXECUTE FUNCTION refuse_moved_clock();

-- Only the command line changes settings. The server may only change 'sales.stops'.
CREATE OR REPLACE FUNCTION setting_is_said() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(NEW.name, OLD.name) <> 'sales.stops' OR (NEW.name IS DISTINCT FROM OLD.name AND tg_op = 'UPDATE') THEN
    RAISE EXCEPTION '% of setting % is refused: the command line alone writes what operators say', tg_op, coalesce(NEW.name, OLD.name)
      USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER setting_is_said BEFORE INSERT OR UPDATE OR DELETE ON setting
  FOR EACH ROW WHEN (had_real_coins() AND NOT is_said_by_operators()) EXECUTE FUNCTION setting_is_said();

CREATE OR REPLACE FUNCTION settings_version() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT version FROM public.setting_version $$;
CREATE OR REPLACE FUNCTION note_setting_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.setting_version SET version = version + 1;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER note_setting_change AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION note_setting_change();
