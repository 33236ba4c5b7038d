-- News, articles and what the ecology page names: written by an operator in files, imported by one verb.

CREATE TABLE article (
  -- Its name in addresses and files, for ever: what links to it stays right when its title changes.
  slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 60),
  -- news: listed by date · article: opened by its name · ecology: a row of the ecology page
  kind text NOT NULL CHECK (kind IN ('news', 'article', 'ecology')),
  published_at timestamptz NOT NULL,
  -- Where a row of the ecology page leads.
  link text CHECK (link ~ '^https://')
);
CREATE INDEX article_newest ON article (kind, published_at DESC, slug);

CREATE TABLE article_text (
  slug text NOT NULL REFERENCES article ON DELETE CASCADE,
  -- English is always there: it stands in for missing languages. The importer sees to that.
  language text NOT NULL,
  title text NOT NULL,
  -- The text as a list of typed blocks (features/news/blocks.ts): Markdown was read when it was imported, and no markup is kept.
  blocks jsonb NOT NULL,
  -- Of the whole file: importing the same file again changes nothing.
  text_hash text NOT NULL,
  PRIMARY KEY (slug, language)
);
