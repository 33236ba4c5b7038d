-- Bytes stored per month, by kind and owner. Limits are in 4-quotas.rules.sql.

CREATE TABLE quota_use (
  month date NOT NULL CHECK (date_trunc('month', month) = month),
  kind text NOT NULL CHECK (kind IN ('picture', 'evidence', 'message')),
  -- "wallet:<id>", "thread:<id>", "young:<part>" or "all:<part>".
  owner text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (month, kind, owner)
);
