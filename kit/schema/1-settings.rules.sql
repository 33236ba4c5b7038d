-- What the tables of 1-settings.sql hold themselves to.

-- The business clock as the database reads it at this very moment.
CREATE OR REPLACE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds', clock_timestamp()) + (SELECT offset_ms FROM public.demo_clock) * interval '1 millisecond'
$$;

-- What a setting is now, as rules of the database read it; null before it was declared.
CREATE OR REPLACE FUNCTION setting_value(of text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT value FROM public.setting WHERE name = of
$$;
-- A setting that a rule of the database reads has its first value here too; what an operator set stays.
CREATE OR REPLACE FUNCTION declare_setting(of text, first jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.setting (name, value) VALUES (of, first) ON CONFLICT DO NOTHING
$$;

-- Whether a row that can be seen was written by this transaction, in whatever part of it: a savepoint has a number of its own, and what
-- others have not finished cannot be seen.
CREATE OR REPLACE FUNCTION is_of_this_transaction(made xid) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(made = t.now::xid OR pg_xact_status((t.number + (made::text::int8 - t.number << 32 >> 32))::text::xid8) = 'in progress', false)
  FROM (SELECT pg_current_xact_id_if_assigned() AS now, pg_current_xact_id_if_assigned()::text::int8 AS number) t
$$;

-- Whether this database ever had to do with real coins.
CREATE OR REPLACE FUNCTION has_real_coins() RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT FROM public.real_since) $$;
-- Whether it had before this transaction.
CREATE OR REPLACE FUNCTION had_real_coins() RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT FROM public.real_since WHERE NOT is_of_this_transaction(xmin))
$$;
CREATE OR REPLACE FUNCTION note_real_coins() RETURNS void LANGUAGE sql AS $$
  INSERT INTO public.real_since DEFAULT VALUES ON CONFLICT DO NOTHING
$$;

-- Where real coins are, nobody moves that clock, nor puts another row in the place of its one.
CREATE OR REPLACE FUNCTION refuse_moved_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_real_coins() AND (tg_op <> 'UPDATE' OR NEW IS DISTINCT FROM OLD) THEN
    RAISE EXCEPTION 'the clock stays: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER refuse_moved_clock BEFORE INSERT OR UPDATE OR DELETE ON demo_clock
  FOR EACH ROW EXECUTE FUNCTION refuse_moved_clock();

-- What an operator set, the command line alone sets otherwise. The house itself stops sales, and opens them again.
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

-- Which settings are in force now: another number after every change.
CREATE OR REPLACE FUNCTION settings_version() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT version FROM public.setting_version $$;
CREATE OR REPLACE FUNCTION note_setting_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.setting_version SET version = version + 1;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER note_setting_change AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION note_setting_change();
