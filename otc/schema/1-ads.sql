-- P2P ads, trades and disputes.

CREATE TABLE otc_ad (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  maker_id text NOT NULL REFERENCES wallet (id),
  side text NOT NULL CHECK (side IN ('sell', 'buy')),
  fiat text NOT NULL CHECK (fiat ~ '^[A-Z]{3}$'),
  -- Fiat per USDT in 10⁻⁸, or a margin on the guide price in hundredths of a percent.
  price_units bigint CHECK (price_units > 0),
  margin_points int CHECK (margin_points BETWEEN -1000 AND 1000),
  -- USDT in 10⁻⁸: total, locked by open transactions, traded.
  units bigint NOT NULL CHECK (units > 0),
  bound_units bigint NOT NULL DEFAULT 0 CHECK (bound_units >= 0),
  done_units bigint NOT NULL DEFAULT 0 CHECK (done_units >= 0),
  least_units bigint NOT NULL CHECK (least_units > 0),
  most_units bigint NOT NULL,
  window_minutes int NOT NULL CHECK (window_minutes BETWEEN 15 AND 60),
  terms text NOT NULL CHECK (length(terms) <= 2000),
  -- [{"method": 1, "details": "…", "from": "…"}]: encrypted details, visible since "from"; both null in a buy ad.
  methods jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('enabled', 'disabled', 'removed')),
  posted_at timestamptz NOT NULL,
  CHECK ((price_units IS NULL) <> (margin_points IS NULL)),
  CHECK (bound_units + done_units <= units),
  CHECK (least_units <= most_units),
  CHECK (state <> 'removed' OR bound_units = 0)
);
CREATE INDEX otc_ad_listed ON otc_ad (fiat, side) WHERE state = 'enabled';
CREATE INDEX otc_ad_of ON otc_ad (maker_id, id);
CREATE INDEX otc_ad_own ON otc_ad (maker_id, id) WHERE state <> 'removed';
CREATE UNIQUE INDEX otc_ad_alone ON otc_ad (maker_id, side, fiat) WHERE state <> 'removed';
CREATE TRIGGER otc_ad_stays BEFORE DELETE OR TRUNCATE ON otc_ad FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_payment_details (
  sealed_details text PRIMARY KEY,
  maker_id text NOT NULL REFERENCES wallet (id),
  method int NOT NULL,
  kept_at timestamptz NOT NULL,
  usable_from timestamptz NOT NULL CHECK (usable_from >= kept_at)
);
CREATE INDEX otc_payment_details_of ON otc_payment_details (maker_id, kept_at);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON otc_payment_details
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ad_id bigint NOT NULL REFERENCES otc_ad (id),
  maker_id text NOT NULL REFERENCES wallet (id),
  taker_id text NOT NULL REFERENCES wallet (id),
  seller_id text NOT NULL,
  buyer_id text NOT NULL,
  fiat text NOT NULL,
  -- Copied from the ad when the trade starts.
  price_units bigint NOT NULL CHECK (price_units > 0),
  units bigint NOT NULL CHECK (units > 0),
  fiat_units bigint NOT NULL CHECK (fiat_units > 0),
  method int NOT NULL,
  sealed_details text NOT NULL,
  terms text NOT NULL,
  escrow_units bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('initialised', 'paid', 'disputed', 'released', 'closed')),
  taken_at timestamptz NOT NULL,
  pay_until timestamptz NOT NULL,
  paid_at timestamptz,
  -- Payer name stated by the buyer.
  sealed_payer text,
  ended_at timestamptz,
  -- How the escrow was split: buyer, fee, seller. The rest stays with the ad.
  released_units bigint NOT NULL DEFAULT 0,
  fee_units bigint NOT NULL DEFAULT 0,
  returned_units bigint NOT NULL DEFAULT 0,
  fault_id text,
  -- Whether the trade adds reputation: not within one team branch.
  counts boolean NOT NULL,
  -- Main source of each party's coins when the trade starts: the largest sender, otherwise the sponsor.
  maker_source text,
  taker_source text,
  CHECK (maker_id <> taker_id AND seller_id <> buyer_id),
  CHECK (seller_id IN (maker_id, taker_id) AND buyer_id IN (maker_id, taker_id)),
  -- 0.2 % of the released amount, rounded up; a selling taker locks it up front.
  CONSTRAINT otc_transaction_escrow CHECK (escrow_units = units + CASE WHEN seller_id = taker_id THEN (units * 2 + 999) / 1000 ELSE 0 END),
  CONSTRAINT otc_transaction_fee CHECK (fee_units = (released_units * 2 + 999) / 1000),
  CHECK (fault_id IN (maker_id, taker_id)),
  CHECK ((state IN ('released', 'closed')) = (ended_at IS NOT NULL)),
  CHECK (state NOT IN ('paid', 'disputed', 'released') OR paid_at IS NOT NULL),
  CHECK ((paid_at IS NULL) = (sealed_payer IS NULL)),
  CHECK (released_units BETWEEN 0 AND units AND returned_units >= 0),
  CHECK ((released_units > 0) = (state = 'released'))
);
CREATE INDEX otc_transaction_maker ON otc_transaction (maker_id, id);
CREATE INDEX otc_transaction_taker ON otc_transaction (taker_id, id);
CREATE INDEX otc_transaction_of_ad ON otc_transaction (ad_id);
CREATE INDEX otc_transaction_open ON otc_transaction (taker_id, id) WHERE ended_at IS NULL;
CREATE INDEX otc_transaction_open_of ON otc_transaction (maker_id, id) WHERE ended_at IS NULL;
CREATE INDEX otc_transaction_to_pay ON otc_transaction (buyer_id) WHERE state = 'initialised';
CREATE INDEX otc_transaction_sold ON otc_transaction (seller_id, ended_at) WHERE state = 'released';
CREATE INDEX otc_transaction_fault ON otc_transaction (fault_id, ended_at) WHERE fault_id IS NOT NULL;
CREATE INDEX otc_transaction_unpaid ON otc_transaction (pay_until) WHERE state = 'initialised';
CREATE UNIQUE INDEX otc_transaction_once ON otc_transaction (ad_id, taker_id) WHERE ended_at IS NULL;
CREATE TRIGGER otc_transaction_stays BEFORE DELETE OR TRUNCATE ON otc_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES otc_transaction (id),
  kind text NOT NULL CHECK (kind IN ('taken', 'paid', 'released', 'cancelled', 'unpaid', 'disputed', 'answered', 'evidence', 'decided')),
  -- Null for a timer or an operator.
  by_id text,
  at timestamptz NOT NULL
);
CREATE INDEX otc_event_of ON otc_event (transaction_id, id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON otc_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE otc_dispute (
  transaction_id bigint PRIMARY KEY REFERENCES otc_transaction (id),
  opened_by text NOT NULL REFERENCES wallet (id),
  reason text NOT NULL,
  opened_at timestamptz NOT NULL,
  -- Notice to the seller, who confirms an answer like a payment.
  told_at timestamptz NOT NULL,
  answered_at timestamptz,
  answer text,
  decided_at timestamptz,
  -- Amount released to the buyer. Both parties read the reason.
  decided_units bigint,
  decision text,
  CHECK ((answered_at IS NULL) = (answer IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_units IS NULL) AND (decided_at IS NULL) = (decision IS NULL))
);
CREATE INDEX otc_dispute_open ON otc_dispute (opened_at) WHERE decided_at IS NULL;
CREATE TRIGGER otc_dispute_stays BEFORE DELETE OR TRUNCATE ON otc_dispute
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Copies, because holders can delete pictures from albums.
CREATE TABLE otc_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES otc_dispute (transaction_id),
  wallet_id text NOT NULL REFERENCES wallet (id),
  -- Picture id in the album of the party who gave it.
  picture text NOT NULL,
  -- WebP; emptied a year after the trade ended.
  bytes bytea NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (transaction_id, picture)
);
CREATE INDEX otc_evidence_of ON otc_evidence (wallet_id, at);
CREATE INDEX otc_evidence_kept ON otc_evidence (at) WHERE bytes <> '';
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON otc_evidence
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
