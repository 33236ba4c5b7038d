-- Notices to all users, by language.

CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  published_at timestamptz NOT NULL,
  -- Language tag → {title, body}. English is required, as the fallback for missing languages.
  texts jsonb NOT NULL CHECK (texts ? 'en'),
  text_hash text NOT NULL UNIQUE
);
CREATE INDEX notice_newest ON notice (published_at DESC, id DESC);
