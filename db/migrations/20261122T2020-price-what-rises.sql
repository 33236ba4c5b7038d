-- Why: a value moves a tenth a day at most, and a coin that really rises faster must not be sold at what it was. A cut keeps what the
-- coin costs without that bound beside it.
ALTER TABLE settlement_price DROP CONSTRAINT settlement_price_purpose_check;
ALTER TABLE settlement_price ADD CONSTRAINT settlement_price_purpose_check
  CHECK (purpose IN ('handedOut', 'unbounded', 'earns', 'limits', 'shown'));
