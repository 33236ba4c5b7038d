-- Functions, triggers and views for 7-power.sql.

CREATE OR REPLACE FUNCTION power_day_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM power_day WHERE day = NEW.day) THEN
    RAISE EXCEPTION 'the POWER of % is refused: the day is closed', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER power_day_is_closed BEFORE INSERT ON power_paid FOR EACH ROW EXECUTE FUNCTION power_day_is_closed();
CREATE OR REPLACE TRIGGER power_day_is_closed BEFORE INSERT ON power_held FOR EACH ROW EXECUTE FUNCTION power_day_is_closed();

-- A day must follow the previous one, end at its cutoff and match the ledger.
CREATE OR REPLACE FUNCTION power_day_is_as_booked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last power_day;
  issued int8 := (SELECT id FROM balance WHERE owner = 'issued' AND asset = 6);
BEGIN
  SELECT * INTO last FROM power_day WHERE day < NEW.day ORDER BY day DESC LIMIT 1;
  IF NEW.place <> coalesce(last.place, 0) + 1 OR NEW.previous <> coalesce(last.hash, repeat('0', 64))
    OR EXISTS (SELECT FROM power_day WHERE day > NEW.day)
    OR NOT EXISTS (SELECT FROM day_span WHERE day = NEW.day AND cut = NEW.cut AND before = coalesce(last.cut, 0)) THEN
    RAISE EXCEPTION 'the POWER of % is refused: it does not follow the day before', NEW.day USING ERRCODE = 'GH005';
  END IF;
  IF EXISTS (
    SELECT FROM (
      SELECT code, sum(units) AS units, sum(postings) AS postings FROM power_paid WHERE day = NEW.day GROUP BY code
    ) said FULL JOIN (
      SELECT code, sum(amount) AS units, count(*) AS postings FROM (
        SELECT code, amount FROM record WHERE debit = issued AND id > coalesce(last.cut, 0) AND id <= NEW.cut
          AND code IN (SELECT code FROM power_code WHERE NOT is_back)
        UNION ALL SELECT code, amount FROM record WHERE credit = issued AND id > coalesce(last.cut, 0) AND id <= NEW.cut
          AND code IN (SELECT code FROM power_code WHERE is_back)
      ) moved GROUP BY code
    ) booked USING (code)
    WHERE said.units IS DISTINCT FROM booked.units OR said.postings IS DISTINCT FROM booked.postings
  ) THEN
    RAISE EXCEPTION 'the POWER of % is refused: it is not what the books say', NEW.day USING ERRCODE = 'GH005';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER power_day_is_as_booked AFTER INSERT ON power_day FOR EACH ROW EXECUTE FUNCTION power_day_is_as_booked();
