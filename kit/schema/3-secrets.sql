-- A server with a different master secret must not start, because it could decrypt nothing.

CREATE TABLE server_secret (
  sole bool PRIMARY KEY DEFAULT true CHECK (sole),
  fingerprint text NOT NULL
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON server_secret
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
