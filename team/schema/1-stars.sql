-- First-time star bonuses, paid weekly from fees of the wallet’s own team.

CREATE TABLE star_upgrade (
  wallet_id text NOT NULL REFERENCES wallet (id),
  star int2 NOT NULL CHECK (star BETWEEN 1 AND 6),
  since date NOT NULL,
  sum_units bigint NOT NULL CHECK (sum_units > 0),
  paid_units bigint NOT NULL DEFAULT 0 CHECK (paid_units BETWEEN 0 AND sum_units),
  PRIMARY KEY (wallet_id, star)
);
CREATE INDEX star_upgrade_open ON star_upgrade (wallet_id, star) WHERE paid_units < sum_units;
