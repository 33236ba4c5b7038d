-- A server with another master secret than the one this database was made with does not start: it could open nothing that is sealed.

CREATE TABLE server_secret (
  sole bool PRIMARY KEY DEFAULT true CHECK (sole),
  -- Of the server's master secret; tells nothing else about it.
  fingerprint text NOT NULL
);
CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON server_secret
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
