-- Views of settled days.

CREATE OR REPLACE VIEW settled_day AS SELECT day, snapshot_posting FROM settlement_day WHERE finished_at IS NOT NULL;

-- The postings above `before`, up to `cut`.
CREATE OR REPLACE VIEW day_span AS
  SELECT day, snapshot_posting AS cut, coalesce(lag(snapshot_posting) OVER (ORDER BY day), 0) AS before FROM settlement_day;

CREATE OR REPLACE VIEW day_progress AS SELECT day, part, step, last, finished FROM settlement_step;
