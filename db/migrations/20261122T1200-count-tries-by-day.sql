-- Why: Tries that were taken and not yet found right or wrong, and the wrong ones of a day, which no right one takes off.
ALTER TABLE secret_tries
  ADD COLUMN pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  ADD COLUMN day text NOT NULL DEFAULT '',
  ADD COLUMN day_wrong integer NOT NULL DEFAULT 0 CHECK (day_wrong >= 0);
