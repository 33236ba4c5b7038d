-- Why: earn lines, referral and OTC can be off where a person lives, and a line is bought by those who know its worst case.
-- The declaration in force: an ISO 3166-1 code of two letters; null until the first use of what depends on it.
ALTER TABLE wallet ADD COLUMN region text CHECK (region ~ '^[A-Z]{2}$');

-- Every declaration a wallet made, so that a later one does not hide an earlier one.
CREATE TABLE wallet_region (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  region text NOT NULL CHECK (region ~ '^[A-Z]{2}$'),
  declared_at timestamptz NOT NULL
);
CREATE INDEX wallet_region_of_wallet ON wallet_region (wallet_id, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_region
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which line's questions a wallet answered, once for good.
CREATE TABLE wallet_quiz (
  wallet_id text NOT NULL REFERENCES wallet (id),
  line text NOT NULL,
  passed_at timestamptz NOT NULL,
  PRIMARY KEY (wallet_id, line)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_quiz
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
