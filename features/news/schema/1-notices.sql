-- What the house tells everybody, in every language it has the text for.

CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  published_at timestamptz NOT NULL,
  -- Language tag → {title, body}. English is always there: it stands in for missing languages.
  texts jsonb NOT NULL CHECK (texts ? 'en'),
  -- Publishing the same text twice changes nothing.
  text_hash text NOT NULL UNIQUE
);
CREATE INDEX notice_newest ON notice (published_at DESC, id DESC);
