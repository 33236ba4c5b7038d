-- Daily sums by account kind, without wallets. Each statement contains its day's digest, which covers the previous one
-- (docs/proof-format.md).

CREATE TABLE proof_flow_day (
  day date PRIMARY KEY REFERENCES proof_day,
  line int4 NOT NULL UNIQUE CHECK (line > 0),
  -- The last counted posting.
  cut int8 NOT NULL,
  previous text NOT NULL CHECK (previous ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_flow_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE proof_flow (
  day date NOT NULL REFERENCES proof_flow_day,
  from_class int2 NOT NULL,
  to_class int2 NOT NULL,
  asset int2 NOT NULL,
  code int2 NOT NULL,
  units numeric NOT NULL CHECK (units > 0),
  postings int8 NOT NULL CHECK (postings > 0),
  PRIMARY KEY (day, from_class, to_class, asset, code)
);
CREATE INDEX proof_flow_into ON proof_flow (to_class, asset, day);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_flow
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
