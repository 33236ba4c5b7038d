-- Why: what the house tells everybody, in every language it has the text for.
create table notice (
  id bigint generated always as identity primary key,
  published_at timestamptz not null,
  -- Language tag → {title, body}. English is always there: it stands in for missing languages.
  texts jsonb not null check (texts ? 'en'),
  -- Publishing the same text twice changes nothing.
  text_hash text not null unique
);
create index notice_newest on notice (published_at desc, id desc);
