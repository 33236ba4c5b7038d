-- Star levels of wallets, and their changes.

CREATE TABLE wallet_star (
  wallet_id text PRIMARY KEY REFERENCES wallet (id),
  star int2 NOT NULL CHECK (star BETWEEN 0 AND 6),
  since timestamptz NOT NULL,
  -- Highest star ever held, which decides first-time bonuses.
  highest int2 NOT NULL CHECK (highest BETWEEN star AND 6),
  falls_to int2 CHECK (falls_to BETWEEN 0 AND star - 1),
  falls_at timestamptz,
  CHECK ((falls_to IS NULL) = (falls_at IS NULL)),
  CHECK (falls_at > since)
);
CREATE INDEX wallet_star_held ON wallet_star (star) WHERE star > 0;

-- Complete history, to find the star that a wallet had at any moment.
CREATE TABLE star_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id text NOT NULL REFERENCES wallet (id),
  at timestamptz NOT NULL,
  star int2 NOT NULL,
  was int2 NOT NULL CHECK (was <> star)
);
CREATE INDEX star_change_of_wallet ON star_change (wallet_id, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON star_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
