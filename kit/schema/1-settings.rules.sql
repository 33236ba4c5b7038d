-- What the tables of 1-settings.sql hold themselves to.

-- The business clock as the database reads it at this very moment.
CREATE OR REPLACE FUNCTION business_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT date_trunc('milliseconds', clock_timestamp()) + (SELECT offset_ms FROM public.demo_clock) * interval '1 millisecond'
$$;

-- Where real networks are, nobody moves that clock.
CREATE OR REPLACE FUNCTION refuse_moved_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.offset_ms <> OLD.offset_ms AND EXISTS (SELECT FROM public.network WHERE NOT demo) THEN
    RAISE EXCEPTION 'the clock stays: this database has real networks' USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER refuse_moved_clock BEFORE UPDATE ON demo_clock
  FOR EACH ROW EXECUTE FUNCTION refuse_moved_clock();
