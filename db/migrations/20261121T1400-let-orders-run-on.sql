-- Why: some lines have no end of their own, some hold shares, and some count what they paid against a cap.
ALTER TABLE investment_order ALTER COLUMN round_ends DROP NOT NULL;
-- Shares of a market's liquidity or of a fund.
ALTER TABLE investment_order ADD COLUMN share_units bigint NOT NULL DEFAULT 0 CHECK (share_units >= 0);
-- USDT value of everything paid out, each payment at its day's price.
ALTER TABLE investment_order ADD COLUMN paid_value_units bigint NOT NULL DEFAULT 0 CHECK (paid_value_units >= 0);
-- 0 days: no end of its own.
ALTER TABLE product_period DROP CONSTRAINT product_period_days_check;
ALTER TABLE product_period ADD CONSTRAINT product_period_days_check CHECK (days BETWEEN 0 AND 3650);
-- How much an order of the period weighs in a share: hash rate, node weight, weight of a term.
ALTER TABLE product_period ADD COLUMN weight text CHECK (weight ~ '^\d+(\.\d{1,12})?$');
