-- Why: liquidity belongs to whoever put it in, by shares; the company's seed holds shares too, so that the sum of all is known.
ALTER TABLE market ADD COLUMN house_shares bigint NOT NULL DEFAULT 0 CHECK (house_shares >= 0);
-- Of all liquidity orders that run; each keeps its own number.
ALTER TABLE market ADD COLUMN order_shares bigint NOT NULL DEFAULT 0 CHECK (order_shares >= 0);

-- What was seeded before there were shares: the root of the product of both reserves.
UPDATE market SET house_shares = held.shares
FROM (
  SELECT owner, floor(sqrt(min(balance)::numeric * max(balance)::numeric))::bigint AS shares
  FROM account WHERE owner LIKE 'market:%' AND purpose = 'reserve' GROUP BY owner HAVING count(*) = 2
) held
WHERE held.owner = 'market:' || market.pair;
