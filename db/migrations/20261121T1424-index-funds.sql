-- Why: what a fund is worth is the sum of its orders, asked for by every purchase and every look at it.
CREATE INDEX investment_order_of_fund ON investment_order (product_id, state) INCLUDE (base_units, share_units) WHERE line = 'fund';
