-- News, articles and the ecosystem page, imported from files by an operator command.

CREATE TABLE article (
  -- Permanent name in addresses and files, so links survive a change of title.
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 60),
  -- news: listed by date · article: opened by its name · ecology: a row of the ecology page
  kind text NOT NULL CHECK (kind IN ('news', 'article', 'ecology')),
  published_at timestamptz NOT NULL,
  link text CHECK (link ~ '^https://')
);
CREATE INDEX article_newest ON article (kind, published_at DESC, slug);

CREATE TABLE article_text (
  slug text NOT NULL REFERENCES article ON DELETE CASCADE,
  -- The importer ensures English exists, as the fallback for missing languages.
  language text NOT NULL,
  title text NOT NULL,
  -- Parsed at import (features/news/blocks.ts); no markup is kept.
  blocks jsonb NOT NULL,
  -- Hash of the whole file, so importing it again changes nothing.
  text_hash text NOT NULL,
  PRIMARY KEY (slug, language)
);
