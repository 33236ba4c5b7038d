-- Why: two proofs of a posting that were missing.
--
-- An account's number is remembered outside the database. When the database goes back to an earlier state (a standby that missed the last
-- second takes over, a backup is restored), the number may be given to somebody else. So whoever posts says with each number which account is meant: its
-- proof, made of what an account never changes. Where it is not so, nothing is posted, and the caller asks for the numbers again.
--
-- The accounts of an order are of a class of its line, so that the table of movements knows that machines are paid with a price and
-- funds lose at their venue, and that no other line does.

ALTER TABLE movement DISABLE TRIGGER kept;
ALTER TABLE account_class DISABLE TRIGGER kept;
ALTER TABLE account DISABLE TRIGGER kept_as_opened;
DELETE FROM movement;
UPDATE account_class SET name = 'order.dual.principal' WHERE number = 3;
UPDATE account_class SET name = 'order.dual.promised' WHERE number = 4;
INSERT INTO account_class (number, name) VALUES
  (26, 'order.dual2.principal'),
  (27, 'order.compound.principal'),
  (28, 'order.liquidity.principal'),
  (29, 'order.package.principal'),
  (30, 'order.package.promised'),
  (31, 'order.fund.principal'),
  (32, 'order.lockup.principal'),
  (33, 'order.machine.principal'),
  (34, 'order.node.principal');
UPDATE account a SET class = c.number FROM investment_order o, account_class c
  WHERE a.owner = 'order:' || o.id AND c.name = 'order.' || o.line || '.' || a.purpose;
INSERT INTO movement (from_class, to_class, asset, code, bond, action) VALUES
  (23, 17, 1, -1, 'any', 'operator brings capital'),
  (23, 17, 2, -1, 'any', 'operator brings capital'),
  (23, 17, 3, -1, 'any', 'operator brings capital'),
  (23, 17, 4, -1, 'any', 'operator brings capital'),
  (19, 22, 1, -1, 'any', 'company takes fees out'),
  (19, 22, 2, -1, 'any', 'company takes fees out'),
  (19, 22, 3, -1, 'any', 'company takes fees out'),
  (19, 22, 4, -1, 'any', 'company takes fees out'),
  (18, 22, 1, -1, 'any', 'company takes sales out'),
  (18, 22, 2, -1, 'any', 'company takes sales out'),
  (18, 22, 3, -1, 'any', 'company takes sales out'),
  (18, 22, 4, -1, 'any', 'company takes sales out'),
  (17, 22, 1, -1, 'any', 'company takes capital out'),
  (17, 22, 2, -1, 'any', 'company takes capital out'),
  (17, 22, 3, -1, 'any', 'company takes capital out'),
  (17, 22, 4, -1, 'any', 'company takes capital out'),
  (23, 1, 1, 2, 'any', 'recharge'),
  (23, 1, 2, 2, 'any', 'recharge'),
  (23, 1, 3, 2, 'any', 'recharge'),
  (23, 1, 4, 2, 'any', 'recharge'),
  (23, 21, 1, -1, 'any', 'recharge below the minimum, or of an unknown owner'),
  (23, 21, 2, -1, 'any', 'recharge below the minimum, or of an unknown owner'),
  (23, 21, 3, -1, 'any', 'recharge below the minimum, or of an unknown owner'),
  (23, 21, 4, -1, 'any', 'recharge below the minimum, or of an unknown owner'),
  (21, 1, 1, 2, 'any', 'recharges reach the minimum, or an owner is proven'),
  (21, 1, 2, 2, 'any', 'recharges reach the minimum, or an owner is proven'),
  (21, 1, 3, 2, 'any', 'recharges reach the minimum, or an owner is proven'),
  (21, 1, 4, 2, 'any', 'recharges reach the minimum, or an owner is proven'),
  (21, 22, 1, -1, 'any', 'suspense sent back'),
  (21, 22, 2, -1, 'any', 'suspense sent back'),
  (21, 22, 3, -1, 'any', 'suspense sent back'),
  (21, 22, 4, -1, 'any', 'suspense sent back'),
  (22, 21, 1, -1, 'any', 'suspense that could not be sent back'),
  (22, 21, 2, -1, 'any', 'suspense that could not be sent back'),
  (22, 21, 3, -1, 'any', 'suspense that could not be sent back'),
  (22, 21, 4, -1, 'any', 'suspense that could not be sent back'),
  (1, 23, 1, 116, 'any', 'correction after a deep reorganisation'),
  (1, 23, 2, 116, 'any', 'correction after a deep reorganisation'),
  (1, 23, 3, 116, 'any', 'correction after a deep reorganisation'),
  (1, 23, 4, 116, 'any', 'correction after a deep reorganisation'),
  (17, 23, 1, -1, 'any', 'the rest of that correction'),
  (17, 23, 2, -1, 'any', 'the rest of that correction'),
  (17, 23, 3, -1, 'any', 'the rest of that correction'),
  (17, 23, 4, -1, 'any', 'the rest of that correction'),
  (1, 2, 1, 3, 'same holder', 'withdrawal asked'),
  (1, 2, 2, 3, 'same holder', 'withdrawal asked'),
  (1, 2, 3, 3, 'same holder', 'withdrawal asked'),
  (1, 2, 4, 3, 'same holder', 'withdrawal asked'),
  (2, 1, 1, 101, 'same holder', 'withdrawal cancelled, refused, or the fee part of a failed one'),
  (2, 1, 2, 101, 'same holder', 'withdrawal cancelled, refused, or the fee part of a failed one'),
  (2, 1, 3, 101, 'same holder', 'withdrawal cancelled, refused, or the fee part of a failed one'),
  (2, 1, 4, 101, 'same holder', 'withdrawal cancelled, refused, or the fee part of a failed one'),
  (2, 22, 1, 3, 'any', 'withdrawal signed'),
  (2, 22, 2, 3, 'any', 'withdrawal signed'),
  (2, 22, 3, 3, 'any', 'withdrawal signed'),
  (2, 22, 4, 3, 'any', 'withdrawal signed'),
  (22, 23, 1, -1, 'same network', 'payout confirmed'),
  (22, 23, 2, -1, 'same network', 'payout confirmed'),
  (22, 23, 3, -1, 'same network', 'payout confirmed'),
  (22, 23, 4, -1, 'same network', 'payout confirmed'),
  (2, 19, 1, 100, 'any', 'withdrawal fee'),
  (2, 19, 2, 100, 'any', 'withdrawal fee'),
  (2, 19, 3, 100, 'any', 'withdrawal fee'),
  (2, 19, 4, 100, 'any', 'withdrawal fee'),
  (22, 1, 1, 101, 'any', 'withdrawal failed after signing'),
  (22, 1, 2, 101, 'any', 'withdrawal failed after signing'),
  (22, 1, 3, 101, 'any', 'withdrawal failed after signing'),
  (22, 1, 4, 101, 'any', 'withdrawal failed after signing'),
  (17, 1, 1, 0, 'any', 'system import'),
  (17, 1, 2, 0, 'any', 'system import'),
  (17, 1, 3, 0, 'any', 'system import'),
  (17, 1, 4, 0, 'any', 'system import'),
  (17, 1, 1, 1, 'any', 'extra reward'),
  (17, 1, 2, 1, 'any', 'extra reward'),
  (17, 1, 3, 1, 'any', 'extra reward'),
  (17, 1, 4, 1, 'any', 'extra reward'),
  (25, 1, 5, 0, 'any', 'import of the retired coin ATM'),
  (1, 1, 1, 4, 'other holder', 'transfer'),
  (1, 1, 2, 4, 'other holder', 'transfer'),
  (1, 1, 3, 4, 'other holder', 'transfer'),
  (1, 1, 4, 4, 'other holder', 'transfer'),
  (1, 19, 1, 105, 'any', 'exchange: fee'),
  (1, 19, 2, 105, 'any', 'exchange: fee'),
  (1, 19, 3, 105, 'any', 'exchange: fee'),
  (1, 19, 4, 105, 'any', 'exchange: fee'),
  (1, 13, 1, 5, 'any', 'exchange: coin given'),
  (1, 13, 2, 5, 'any', 'exchange: coin given'),
  (13, 1, 1, 5, 'any', 'exchange: coin received'),
  (13, 1, 2, 5, 'any', 'exchange: coin received'),
  (1, 14, 1, 5, 'any', 'exchange: coin given'),
  (1, 14, 3, 5, 'any', 'exchange: coin given'),
  (14, 1, 1, 5, 'any', 'exchange: coin received'),
  (14, 1, 3, 5, 'any', 'exchange: coin received'),
  (1, 15, 2, 5, 'any', 'exchange: coin given'),
  (1, 15, 4, 5, 'any', 'exchange: coin given'),
  (15, 1, 2, 5, 'any', 'exchange: coin received'),
  (15, 1, 4, 5, 'any', 'exchange: coin received'),
  (1, 16, 1, 5, 'any', 'exchange: coin given'),
  (1, 16, 4, 5, 'any', 'exchange: coin given'),
  (16, 1, 1, 5, 'any', 'exchange: coin received'),
  (16, 1, 4, 5, 'any', 'exchange: coin received'),
  (1, 2, 1, 20, 'same holder', 'OTC: sell ad posted'),
  (1, 2, 1, 21, 'same holder', 'OTC: buy ad taken'),
  (2, 1, 1, 22, 'other holder', 'OTC: released'),
  (2, 19, 1, 23, 'any', 'OTC: fee of the taker'),
  (2, 1, 1, 24, 'same holder', 'OTC: closed or removed'),
  (17, 5, 1, -1, 'any', 'pool funded'),
  (17, 5, 2, -1, 'any', 'pool funded'),
  (17, 5, 3, -1, 'any', 'pool funded'),
  (17, 5, 4, -1, 'any', 'pool funded'),
  (5, 17, 1, -1, 'any', 'pool closed'),
  (5, 17, 2, -1, 'any', 'pool closed'),
  (5, 17, 3, -1, 'any', 'pool closed'),
  (5, 17, 4, -1, 'any', 'pool closed'),
  (17, 6, 1, -1, 'any', 'pool funded'),
  (17, 6, 2, -1, 'any', 'pool funded'),
  (17, 6, 3, -1, 'any', 'pool funded'),
  (17, 6, 4, -1, 'any', 'pool funded'),
  (6, 17, 1, -1, 'any', 'pool closed'),
  (6, 17, 2, -1, 'any', 'pool closed'),
  (6, 17, 3, -1, 'any', 'pool closed'),
  (6, 17, 4, -1, 'any', 'pool closed'),
  (17, 7, 1, -1, 'any', 'pool funded'),
  (17, 7, 2, -1, 'any', 'pool funded'),
  (17, 7, 3, -1, 'any', 'pool funded'),
  (17, 7, 4, -1, 'any', 'pool funded'),
  (7, 17, 1, -1, 'any', 'pool closed'),
  (7, 17, 2, -1, 'any', 'pool closed'),
  (7, 17, 3, -1, 'any', 'pool closed'),
  (7, 17, 4, -1, 'any', 'pool closed'),
  (17, 9, 1, -1, 'any', 'pool funded'),
  (17, 9, 2, -1, 'any', 'pool funded'),
  (17, 9, 3, -1, 'any', 'pool funded'),
  (17, 9, 4, -1, 'any', 'pool funded'),
  (9, 17, 1, -1, 'any', 'pool closed'),
  (9, 17, 2, -1, 'any', 'pool closed'),
  (9, 17, 3, -1, 'any', 'pool closed'),
  (9, 17, 4, -1, 'any', 'pool closed'),
  (17, 10, 1, -1, 'any', 'pool funded'),
  (17, 10, 2, -1, 'any', 'pool funded'),
  (17, 10, 3, -1, 'any', 'pool funded'),
  (17, 10, 4, -1, 'any', 'pool funded'),
  (10, 17, 1, -1, 'any', 'pool closed'),
  (10, 17, 2, -1, 'any', 'pool closed'),
  (10, 17, 3, -1, 'any', 'pool closed'),
  (10, 17, 4, -1, 'any', 'pool closed'),
  (17, 11, 1, -1, 'any', 'pool funded'),
  (17, 11, 2, -1, 'any', 'pool funded'),
  (17, 11, 3, -1, 'any', 'pool funded'),
  (17, 11, 4, -1, 'any', 'pool funded'),
  (11, 17, 1, -1, 'any', 'pool closed'),
  (11, 17, 2, -1, 'any', 'pool closed'),
  (11, 17, 3, -1, 'any', 'pool closed'),
  (11, 17, 4, -1, 'any', 'pool closed'),
  (17, 13, 1, -1, 'any', 'market seeded'),
  (17, 13, 2, -1, 'any', 'market seeded'),
  (13, 17, 1, -1, 'any', 'seed taken back'),
  (13, 17, 2, -1, 'any', 'seed taken back'),
  (17, 14, 1, -1, 'any', 'market seeded'),
  (17, 14, 3, -1, 'any', 'market seeded'),
  (14, 17, 1, -1, 'any', 'seed taken back'),
  (14, 17, 3, -1, 'any', 'seed taken back'),
  (17, 15, 2, -1, 'any', 'market seeded'),
  (17, 15, 4, -1, 'any', 'market seeded'),
  (15, 17, 2, -1, 'any', 'seed taken back'),
  (15, 17, 4, -1, 'any', 'seed taken back'),
  (17, 16, 1, -1, 'any', 'market seeded'),
  (17, 16, 4, -1, 'any', 'market seeded'),
  (16, 17, 1, -1, 'any', 'seed taken back'),
  (16, 17, 4, -1, 'any', 'seed taken back'),
  (19, 7, 1, -1, 'any', 'fees of a pair to its liquidity'),
  (19, 7, 2, -1, 'any', 'fees of a pair to its liquidity'),
  (19, 7, 3, -1, 'any', 'fees of a pair to its liquidity'),
  (19, 7, 4, -1, 'any', 'fees of a pair to its liquidity'),
  (19, 6, 1, -1, 'any', 'fees to the compound pool'),
  (19, 6, 3, -1, 'any', 'fees to the compound pool'),
  (19, 10, 1, -1, 'any', 'fees to the node pool'),
  (19, 10, 2, -1, 'any', 'fees to the node pool'),
  (19, 10, 3, -1, 'any', 'fees to the node pool'),
  (19, 10, 4, -1, 'any', 'fees to the node pool'),
  (19, 20, 1, -1, 'any', 'fees to the referral budget'),
  (19, 20, 2, -1, 'any', 'fees to the referral budget'),
  (19, 20, 3, -1, 'any', 'fees to the referral budget'),
  (19, 20, 4, -1, 'any', 'fees to the referral budget'),
  (19, 14, 1, -1, 'any', 'fees buy ATMC'),
  (14, 11, 3, -1, 'any', 'ATMC bought for the compute pool'),
  (19, 11, 3, -1, 'any', 'fees to the compute pool'),
  (1, 3, 1, 8, 'same holder', 'dual: bought'),
  (1, 3, 2, 8, 'same holder', 'dual: bought'),
  (1, 3, 3, 8, 'same holder', 'dual: bought'),
  (1, 3, 4, 8, 'same holder', 'dual: bought'),
  (5, 4, 1, -1, 'any', 'dual: promise'),
  (5, 4, 2, -1, 'any', 'dual: promise'),
  (3, 1, 1, 9, 'same holder', 'dual: cancelled before the start'),
  (3, 1, 2, 9, 'same holder', 'dual: cancelled before the start'),
  (3, 1, 3, 9, 'same holder', 'dual: cancelled before the start'),
  (3, 1, 4, 9, 'same holder', 'dual: cancelled before the start'),
  (4, 5, 1, -1, 'any', 'dual: promise given back'),
  (4, 5, 2, -1, 'any', 'dual: promise given back'),
  (25, 1, 6, 2, 'any', 'dual: daily power'),
  (4, 3, 1, 112, 'same order', 'dual: interest joins the principal'),
  (4, 3, 2, 112, 'same order', 'dual: interest joins the principal'),
  (3, 1, 1, 18, 'same holder', 'dual: matured'),
  (3, 1, 2, 18, 'same holder', 'dual: matured'),
  (3, 1, 3, 18, 'same holder', 'dual: matured'),
  (3, 1, 4, 18, 'same holder', 'dual: matured'),
  (26, 1, 1, 18, 'same holder', 'dual2: matured'),
  (26, 1, 2, 18, 'same holder', 'dual2: matured'),
  (26, 1, 3, 18, 'same holder', 'dual2: matured'),
  (26, 1, 4, 18, 'same holder', 'dual2: matured'),
  (4, 1, 1, 112, 'same holder', 'dual: interest'),
  (4, 1, 2, 112, 'same holder', 'dual: interest'),
  (3, 12, 3, 18, 'any', 'dual: side coin retired'),
  (3, 12, 4, 18, 'any', 'dual: side coin retired'),
  (25, 1, 6, 13, 'any', 'dual: power for the side coin'),
  (1, 2, 1, 15, 'same holder', 'reserved'),
  (1, 2, 2, 15, 'same holder', 'reserved'),
  (1, 2, 7, 15, 'same holder', 'reserved'),
  (2, 3, 1, 8, 'same holder', 'reservation paid: prepayment'),
  (2, 3, 2, 8, 'same holder', 'reservation paid: prepayment'),
  (2, 1, 7, 117, 'same holder', 'credit given back, all or consumed'),
  (25, 1, 7, 117, 'any', 'credit granted'),
  (2, 1, 1, 16, 'same holder', 'reservation given up, or cancelled in the queue'),
  (2, 1, 2, 16, 'same holder', 'reservation given up, or cancelled in the queue'),
  (2, 1, 7, 16, 'same holder', 'reservation given up, or cancelled in the queue'),
  (2, 25, 7, 118, 'any', 'credit lost'),
  (1, 26, 1, 30, 'same holder', 'dual2: bought'),
  (1, 26, 2, 30, 'same holder', 'dual2: bought'),
  (1, 26, 3, 30, 'same holder', 'dual2: bought'),
  (1, 26, 4, 30, 'same holder', 'dual2: bought'),
  (26, 1, 1, 31, 'same holder', 'dual2: cancelled before the start, or early exit'),
  (26, 1, 2, 31, 'same holder', 'dual2: cancelled before the start, or early exit'),
  (26, 1, 3, 31, 'same holder', 'dual2: cancelled before the start, or early exit'),
  (26, 1, 4, 31, 'same holder', 'dual2: cancelled before the start, or early exit'),
  (25, 1, 6, 20, 'any', 'dual2: daily power'),
  (26, 19, 1, 107, 'any', 'dual2: deduction of an early exit'),
  (26, 19, 2, 107, 'any', 'dual2: deduction of an early exit'),
  (26, 19, 3, 107, 'any', 'dual2: deduction of an early exit'),
  (26, 19, 4, 107, 'any', 'dual2: deduction of an early exit'),
  (32, 19, 3, 107, 'any', 'lockup: deduction of an early exit'),
  (32, 19, 4, 107, 'any', 'lockup: deduction of an early exit'),
  (1, 25, 6, 15, 'any', 'power taken back at early exit'),
  (1, 27, 1, 6, 'same holder', 'compound: joined'),
  (1, 27, 3, 6, 'same holder', 'compound: joined'),
  (25, 1, 6, 8, 'any', 'compound: power at the start'),
  (6, 27, 1, 113, 'any', 'compound: daily income'),
  (6, 27, 3, 113, 'any', 'compound: daily income'),
  (25, 1, 6, 9, 'any', 'compound: daily power'),
  (27, 1, 1, 12, 'same holder', 'compound: taken out'),
  (27, 1, 3, 12, 'same holder', 'compound: taken out'),
  (1, 25, 6, 10, 'any', 'compound: power of the part taken out'),
  (25, 1, 6, 14, 'any', 'acceleration: daily power'),
  (1, 28, 1, 7, 'same holder', 'liquidity: bought'),
  (1, 28, 2, 7, 'same holder', 'liquidity: bought'),
  (1, 28, 3, 7, 'same holder', 'liquidity: bought'),
  (1, 28, 4, 7, 'same holder', 'liquidity: bought'),
  (28, 1, 1, 10, 'same holder', 'liquidity: cancelled before the start'),
  (28, 1, 2, 10, 'same holder', 'liquidity: cancelled before the start'),
  (28, 1, 3, 10, 'same holder', 'liquidity: cancelled before the start'),
  (28, 1, 4, 10, 'same holder', 'liquidity: cancelled before the start'),
  (28, 1, 1, 7, 'same holder', 'liquidity: what the ratio leaves'),
  (28, 1, 2, 7, 'same holder', 'liquidity: what the ratio leaves'),
  (28, 1, 3, 7, 'same holder', 'liquidity: what the ratio leaves'),
  (28, 1, 4, 7, 'same holder', 'liquidity: what the ratio leaves'),
  (7, 1, 1, 13, 'any', 'liquidity: daily share'),
  (7, 1, 2, 13, 'any', 'liquidity: daily share'),
  (7, 1, 3, 13, 'any', 'liquidity: daily share'),
  (7, 1, 4, 13, 'any', 'liquidity: daily share'),
  (7, 19, 1, -1, 'any', 'liquidity: share of the seed'),
  (7, 19, 2, -1, 'any', 'liquidity: share of the seed'),
  (7, 19, 3, -1, 'any', 'liquidity: share of the seed'),
  (7, 19, 4, -1, 'any', 'liquidity: share of the seed'),
  (25, 1, 6, 5, 'any', 'liquidity: daily power'),
  (28, 13, 1, -1, 'any', 'liquidity: starts'),
  (28, 13, 2, -1, 'any', 'liquidity: starts'),
  (13, 1, 1, 13, 'any', 'liquidity: end of term'),
  (13, 1, 2, 13, 'any', 'liquidity: end of term'),
  (13, 1, 1, 10, 'any', 'liquidity: early exit'),
  (13, 1, 2, 10, 'any', 'liquidity: early exit'),
  (28, 14, 1, -1, 'any', 'liquidity: starts'),
  (28, 14, 3, -1, 'any', 'liquidity: starts'),
  (14, 1, 1, 13, 'any', 'liquidity: end of term'),
  (14, 1, 3, 13, 'any', 'liquidity: end of term'),
  (14, 1, 1, 10, 'any', 'liquidity: early exit'),
  (14, 1, 3, 10, 'any', 'liquidity: early exit'),
  (28, 15, 2, -1, 'any', 'liquidity: starts'),
  (28, 15, 4, -1, 'any', 'liquidity: starts'),
  (15, 1, 2, 13, 'any', 'liquidity: end of term'),
  (15, 1, 4, 13, 'any', 'liquidity: end of term'),
  (15, 1, 2, 10, 'any', 'liquidity: early exit'),
  (15, 1, 4, 10, 'any', 'liquidity: early exit'),
  (28, 16, 1, -1, 'any', 'liquidity: starts'),
  (28, 16, 4, -1, 'any', 'liquidity: starts'),
  (16, 1, 1, 13, 'any', 'liquidity: end of term'),
  (16, 1, 4, 13, 'any', 'liquidity: end of term'),
  (16, 1, 1, 10, 'any', 'liquidity: early exit'),
  (16, 1, 4, 10, 'any', 'liquidity: early exit'),
  (1, 29, 1, 108, 'same holder', 'package: bought'),
  (17, 30, 1, -1, 'any', 'package: coins set aside'),
  (17, 30, 2, -1, 'any', 'package: coins set aside'),
  (17, 30, 3, -1, 'any', 'package: coins set aside'),
  (17, 30, 4, -1, 'any', 'package: coins set aside'),
  (29, 1, 1, 110, 'same holder', 'package: cancelled before the start'),
  (30, 17, 1, -1, 'any', 'package: coins given back'),
  (30, 17, 2, -1, 'any', 'package: coins given back'),
  (30, 17, 3, -1, 'any', 'package: coins given back'),
  (30, 17, 4, -1, 'any', 'package: coins given back'),
  (29, 18, 1, -1, 'any', 'package: starts, the price is paid'),
  (33, 18, 1, -1, 'any', 'machine: starts, the price is paid'),
  (34, 18, 1, -1, 'any', 'node: starts, the price is paid'),
  (17, 30, 1, 0, 'any', 'package: granted'),
  (17, 30, 2, 0, 'any', 'package: granted'),
  (17, 30, 3, 0, 'any', 'package: granted'),
  (17, 30, 4, 0, 'any', 'package: granted'),
  (30, 1, 1, 109, 'same holder', 'package: daily release'),
  (30, 1, 2, 109, 'same holder', 'package: daily release'),
  (30, 1, 3, 109, 'same holder', 'package: daily release'),
  (30, 1, 4, 109, 'same holder', 'package: daily release'),
  (30, 1, 1, 14, 'same holder', 'package: draw'),
  (30, 1, 2, 14, 'same holder', 'package: draw'),
  (30, 1, 3, 14, 'same holder', 'package: draw'),
  (30, 1, 4, 14, 'same holder', 'package: draw'),
  (1, 32, 3, 106, 'same holder', 'lockup: bought'),
  (1, 32, 4, 106, 'same holder', 'lockup: bought'),
  (32, 1, 3, 32, 'same holder', 'lockup: cancelled, end of term, early exit'),
  (32, 1, 4, 32, 'same holder', 'lockup: cancelled, end of term, early exit'),
  (25, 1, 6, 24, 'any', 'lockup: daily power'),
  (1, 33, 1, 34, 'same holder', 'machine: bought'),
  (33, 1, 1, 36, 'same holder', 'machine: cancelled before the start'),
  (9, 1, 3, 35, 'any', 'machine: daily release'),
  (1, 34, 1, 38, 'same holder', 'node: bought'),
  (34, 1, 1, 114, 'same holder', 'node: cancelled before the start'),
  (10, 1, 1, 39, 'any', 'node: daily release'),
  (10, 1, 2, 39, 'any', 'node: daily release'),
  (10, 1, 3, 39, 'any', 'node: daily release'),
  (10, 1, 4, 39, 'any', 'node: daily release'),
  (10, 1, 1, 40, 'any', 'node: weekly dynamic'),
  (10, 1, 2, 40, 'any', 'node: weekly dynamic'),
  (10, 1, 3, 40, 'any', 'node: weekly dynamic'),
  (10, 1, 4, 40, 'any', 'node: weekly dynamic'),
  (1, 31, 1, 17, 'same holder', 'fund: subscribed'),
  (31, 1, 1, 111, 'same holder', 'fund: cancelled before the start, or redeemed'),
  (24, 23, 1, -1, 'any', 'fund: coins sent to the venue'),
  (23, 24, 1, -1, 'any', 'fund: coins back from the venue'),
  (23, 8, 1, -1, 'any', 'fund: profit arrives'),
  (8, 31, 1, 115, 'any', 'fund: profit refills losses'),
  (8, 1, 1, 19, 'any', 'fund: weighted dividend'),
  (8, 1, 1, 25, 'any', 'fund: dynamic bonus'),
  (8, 19, 1, -1, 'any', 'fund: our fee'),
  (31, 24, 1, 115, 'any', 'fund: loss booked'),
  (11, 1, 3, 26, 'any', 'compute pool pays'),
  (1, 25, 6, 16, 'any', 'power decays'),
  (1, 12, 3, 27, 'any', 'compensation paid'),
  (25, 1, 6, 17, 'any', 'compensation given'),
  (25, 1, 6, 3, 'any', 'upline on daily dual power'),
  (25, 1, 6, 4, 'any', 'upline on daily dual power'),
  (25, 1, 6, 11, 'any', 'upline on daily dual power'),
  (25, 1, 6, 12, 'any', 'upline on daily dual power'),
  (25, 1, 6, 6, 'any', 'upline on the power of code 13'),
  (25, 1, 6, 7, 'any', 'upline on the power of code 13'),
  (25, 1, 6, 21, 'any', 'upline on daily dual2 power'),
  (25, 1, 6, 22, 'any', 'upline on daily dual2 power'),
  (25, 1, 6, 23, 'any', 'upline on daily dual2 power'),
  (25, 1, 6, 0, 'any', 'power: import'),
  (25, 1, 6, 1, 'any', 'power: operation'),
  (1, 25, 6, 1, 'any', 'power: taken back by operation'),
  (12, 23, 3, -1, 'any', 'retired coins burned'),
  (12, 23, 4, -1, 'any', 'retired coins burned'),
  (20, 1, 1, 102, 'any', 'invitation reward'),
  (20, 1, 2, 102, 'any', 'invitation reward'),
  (20, 1, 3, 102, 'any', 'invitation reward'),
  (20, 1, 4, 102, 'any', 'invitation reward'),
  (20, 1, 1, 103, 'any', 'team reward'),
  (20, 1, 2, 103, 'any', 'team reward'),
  (20, 1, 3, 103, 'any', 'team reward'),
  (20, 1, 4, 103, 'any', 'team reward'),
  (20, 1, 1, 104, 'any', 'platform reward'),
  (20, 1, 2, 104, 'any', 'platform reward'),
  (20, 1, 3, 104, 'any', 'platform reward'),
  (20, 1, 4, 104, 'any', 'platform reward'),
  (20, 1, 1, 28, 'any', 'upgrade reward'),
  (20, 1, 2, 28, 'any', 'upgrade reward'),
  (20, 1, 3, 28, 'any', 'upgrade reward'),
  (20, 1, 4, 28, 'any', 'upgrade reward');
ALTER TABLE movement ENABLE TRIGGER kept;
ALTER TABLE account_class ENABLE TRIGGER kept;
ALTER TABLE account ENABLE TRIGGER kept_as_opened;

ALTER TABLE account ADD COLUMN proof int8 NOT NULL
  GENERATED ALWAYS AS (hashtextextended(owner || ' ' || purpose || ' ' || coalesce(holder, ''), class * 8 + asset)) STORED;

DROP FUNCTION post_entries(int4, int8[], text[], int4[], text[], timestamptz[], int4[], int4[], int8[], int2[], int8[]);
DROP FUNCTION post_entry(int4, text, text, timestamptz, int8, int8, int8, int2);
DROP FUNCTION find_accounts(int4, text[], text[], int2[], text[]);
DROP FUNCTION open_accounts(int4, text[], text[], int2[], text[]);
DROP FUNCTION class_of(text, text);

CREATE OR REPLACE FUNCTION public.class_of(owner text, purpose text, line text DEFAULT NULL)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT CASE split_part(owner, ':', 1)
    WHEN 'issued' THEN 'issued'
    WHEN 'outside' THEN CASE split_part(owner, ':', 2) WHEN 'venue' THEN 'outside.venue' ELSE 'outside.network' END
    WHEN 'pool' THEN 'pool.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'market' THEN 'market.' || split_part(owner, ':', 2) || '.' || purpose
    WHEN 'order' THEN 'order.' || line || '.' || purpose
    ELSE split_part(owner, ':', 1) || '.' || split_part(purpose, ':', 1)
  END
$$;

CREATE OR REPLACE FUNCTION public.check_new_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $$
DECLARE wrong text;
BEGIN
  SELECT format('%s %s', n.owner, n.purpose) INTO wrong
    FROM new_accounts n LEFT JOIN account_class c ON c.number = n.class
    WHERE n.balance <> 0
      OR c.name IS DISTINCT FROM class_of(n.owner, n.purpose, split_part(c.name, '.', 2))
      OR n.floor IS DISTINCT FROM CASE WHEN c.name IN ('issued', 'outside.network', 'outside.venue') THEN NULL ELSE 0 END
      OR (n.holder IS NOT NULL) <> (c.name LIKE 'wallet.%' OR c.name LIKE 'order.%')
      OR (c.name LIKE 'wallet.%' AND n.owner <> 'wallet:' || n.holder)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'account % cannot be opened like this', wrong USING ERRCODE = 'GH002';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION public.open_accounts(in_lane integer, owners text[], purposes text[], assets smallint[], holders text[], classes smallint[])
 RETURNS TABLE(account_id bigint, account_holder text)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET search_path TO 'public', 'pg_temp'
AS $$
BEGIN
  INSERT INTO account (lane, owner, purpose, asset, class, holder, floor)
    SELECT in_lane, u.owner, u.purpose, u.asset, c.number, u.holder,
      CASE WHEN c.name IN ('issued', 'outside.network', 'outside.venue') THEN NULL ELSE 0 END
      FROM unnest(owners, purposes, assets, holders, classes) AS u (owner, purpose, asset, holder, class)
      LEFT JOIN account_class c ON c.number = u.class
      WHERE NOT EXISTS (SELECT FROM account a WHERE a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset)
      ORDER BY u.owner, u.purpose, u.asset
    ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT a.id, a.holder
    FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
    JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset
    ORDER BY u.place;
END $$;

CREATE OR REPLACE FUNCTION public.find_accounts(in_lane integer, owners text[], purposes text[], assets smallint[], in_holders text[], in_classes smallint[])
 RETURNS TABLE(ids bigint[], holders text[], classes smallint[], proofs bigint[], settled boolean[])
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $$
BEGIN
  FOR look IN 1 .. 2 LOOP
    SELECT array_agg(a.id ORDER BY u.place), array_agg(a.holder ORDER BY u.place), array_agg(a.class ORDER BY u.place),
        array_agg(a.proof ORDER BY u.place),
        array_agg(a.xmin IS DISTINCT FROM pg_current_xact_id_if_assigned()::xid ORDER BY u.place)
      INTO ids, holders, classes, proofs, settled
      FROM unnest(owners, purposes, assets) WITH ORDINALITY AS u (owner, purpose, asset, place)
      LEFT JOIN account a ON a.lane = in_lane AND a.owner = u.owner AND a.purpose = u.purpose AND a.asset = u.asset;
    EXIT WHEN look = 2 OR array_position(ids, NULL) IS NULL;
    PERFORM open_accounts(in_lane, owners, purposes, assets, in_holders, in_classes);
  END LOOP;
  RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION public.post_entries(in_lane integer, accounts bigint[], keys text[], heads integer[], refs text[], moments timestamp with time zone[], debits integer[], credits integer[], amounts bigint[], codes smallint[], changes bigint[], proofs bigint[])
 RETURNS smallint[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  -- One of each for an account, in the order of its number. sorts: its class and asset in one number. written: what the first statement wrote.
  ids int8[]; balances int8[]; written int8[]; floors int8[]; sorts int8[]; holders text[]; true_proofs int8[]; owners text[]; purposes text[];
  known text[]; verdicts int2[]; total int4 := cardinality(debits);
  debit_balances int8[] := array_fill(0::int8, ARRAY[total]);
  credit_balances int8[] := debit_balances;
  -- The movements this batch has met: each is looked up once.
  kinds int8[] := '{}'; bonds text[] := '{}'; kind int8; last_kind int8 := 0; bond text; free bool; met int4;
  head int4; entry int4; d int4; c int4; amount int8; paying int8; paid int8; verdict int2 := 0; accepted bool := false; base int8;
BEGIN
  IF total > 1024 THEN
    RAISE EXCEPTION 'a batch has at most 1024 postings' USING ERRCODE = 'GH002';
  END IF;
  IF (cardinality(keys) = total AND cardinality(heads) = total AND cardinality(credits) = total AND cardinality(amounts) = total
    AND cardinality(codes) = total AND cardinality(changes) = cardinality(accounts) AND cardinality(proofs) = cardinality(accounts)) IS NOT TRUE THEN
    RAISE EXCEPTION 'every posting of a batch has one of each, every account its change and its proof' USING ERRCODE = 'GH002';
  END IF;
  WITH changed AS (UPDATE public.account a SET balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903 THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END, room = NULL WHERE a.id = ANY (accounts) AND a.lane = in_lane RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder, a.proof) SELECT array_agg(w.id), array_agg(w.before), array_agg(w.balance), array_agg(w.floor), array_agg(w.sort), array_agg(w.holder), array_agg(w.proof) FROM changed w WHERE w.id > 0
    INTO ids, balances, written, floors, sorts, holders, true_proofs;
  IF ids IS DISTINCT FROM accounts AND accounts IS DISTINCT FROM (SELECT array_agg(DISTINCT u.id ORDER BY u.id) FROM unnest(accounts) AS u (id)) THEN
    RAISE EXCEPTION 'the accounts of a batch are there once each, in order' USING ERRCODE = 'GH002';
  END IF;
  -- The database may have gone back to an earlier state since these numbers were remembered: then they are nobody's, or somebody else's.
  IF true_proofs IS DISTINCT FROM proofs THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
  SELECT array_agg(o.key) INTO known FROM public.posting o WHERE o.lane = in_lane AND o.key = ANY (keys);

  FOR p IN 1 .. total LOOP
    head := heads[p];
    IF head = p THEN
      entry := p;
      verdict := 0;
      IF known IS NOT NULL AND keys[p] = ANY (known) THEN
        SELECT CASE WHEN count(*) = (SELECT count(*) FROM unnest(heads) h WHERE h = entry) AND bool_and(
            s.debit = accounts[debits[p + s.place - 1]] AND s.credit = accounts[credits[p + s.place - 1]]
            AND s.amount = amounts[p + s.place - 1] AND s.code = codes[p + s.place - 1]) THEN 1 ELSE 2 END
          INTO verdict FROM (
            SELECT o.debit, o.credit, o.amount, o.code, row_number() OVER (ORDER BY o.id)::int4 AS place
              FROM public.posting f JOIN public.posting o ON o.lane = f.lane AND o.id BETWEEN f.id AND f.id + 1023 AND o.entry = f.id
              WHERE f.lane = in_lane AND f.key = keys[p]) s;
      END IF;
    ELSIF (head = entry) IS NOT TRUE THEN
      RAISE EXCEPTION 'the postings of an entry follow one another' USING ERRCODE = 'GH002';
    END IF;
    IF verdict = 0 THEN
      d := debits[p]; c := credits[p]; amount := amounts[p];
      kind := (sorts[d] * 1048576 + sorts[c]) * 65536 + codes[p];
      IF kind IS DISTINCT FROM last_kind THEN
        met := array_position(kinds, kind);
        IF met IS NULL THEN
          SELECT m.bond INTO bond FROM public.movement m
            WHERE m.from_class = sorts[d] >> 3 AND m.to_class = sorts[c] >> 3 AND m.asset = sorts[d] & 7 AND m.asset = sorts[c] & 7
              AND m.code = codes[p];
          IF NOT FOUND THEN
            RAISE EXCEPTION 'account % to account %, code %, is no movement of the table', accounts[d], accounts[c], codes[p]
              USING ERRCODE = 'GH002';
          END IF;
          kinds := kinds || kind; bonds := bonds || bond;
        ELSE
          bond := bonds[met];
        END IF;
        last_kind := kind; free := bond = 'any';
      END IF;
      IF free IS NOT TRUE THEN
        IF owners IS NULL AND bond IN ('same order', 'same network') THEN
          SELECT array_agg(a.owner ORDER BY a.id), array_agg(a.purpose ORDER BY a.id) INTO owners, purposes
            FROM public.account a WHERE a.lane = in_lane AND a.id = ANY (accounts);
        END IF;
        IF (CASE bond
            WHEN 'other holder' THEN holders[d] <> holders[c]
            WHEN 'same holder' THEN holders[d] = holders[c]
            WHEN 'same order' THEN owners[d] = owners[c]
            WHEN 'same network' THEN split_part(purposes[d], ':', 2) = split_part(owners[c], ':', 2)
          END) IS NOT TRUE THEN
          RAISE EXCEPTION 'account % to account %, code %, is no movement of the table: %', accounts[d], accounts[c], codes[p], bond
            USING ERRCODE = 'GH002';
        END IF;
      END IF;
      paying := balances[d]; paid := balances[c];
      IF paying < (-9223372036854775808)::int8 + amount OR paid > 9223372036854775807 - amount THEN
        verdict := 3;
      ELSIF paying - amount < floors[d] THEN
        verdict := 10 + (sorts[d] & 7);
      ELSE
        paying := paying - amount; paid := paid + amount;
        balances[d] := paying; balances[c] := paid;
        debit_balances[p] := paying; credit_balances[p] := paid;
      END IF;
    END IF;
    IF verdict = 0 THEN
      accepted := true;
    ELSE
      -- Linked postings go together: what was applied of this entry is taken back.
      FOR back IN REVERSE p - 1 .. entry LOOP
        EXIT WHEN heads[back] = 0;
        balances[debits[back]] := balances[debits[back]] + amounts[back];
        balances[credits[back]] := balances[credits[back]] - amounts[back];
        heads[back] := 0;
      END LOOP;
      heads[p] := 0;
      verdicts := coalesce(verdicts, array_fill(0::int2, ARRAY[total]));
      verdicts[entry] := verdict;
    END IF;
  END LOOP;

  IF accepted THEN
    base := nextval('public.posting_id') - 1;
    INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, base + g, base + heads[g], keys[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g], credit_balances[g], sorts[debits[g]] & 7, codes[g], refs[g], moments[g] FROM generate_series(1, total) g WHERE heads[g] > 0;
  END IF;
  IF balances <> written THEN
    UPDATE public.account a SET balance = balances[width_bucket(a.id, accounts)] WHERE a.id = ANY (accounts) AND a.lane = in_lane AND a.balance <> balances[width_bucket(a.id, accounts)];
    IF balances IS DISTINCT FROM (SELECT array_agg(a.balance ORDER BY a.id) FROM public.account a WHERE a.id = ANY (accounts) AND a.lane = in_lane) THEN
      RAISE EXCEPTION 'the balances are not what was decided' USING ERRCODE = 'GH003';
    END IF;
  END IF;
  RETURN verdicts;
END $$;

CREATE OR REPLACE FUNCTION public.post_entry(in_lane integer, in_key text, in_ref text, in_moment timestamp with time zone, in_debit bigint, in_credit bigint, in_amount bigint, in_code smallint, debit_proof bigint, credit_proof bigint)
 RETURNS smallint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $$
DECLARE
  low record; high record; d record; c record; bond text; number int8; debit_left int8; credit_left int8; verdict int2 := 0; written int8;
BEGIN
  -- By ascending number, as a batch does.
  SELECT a.id, a.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose, a.proof INTO low FROM public.account a
    WHERE a.lane = in_lane AND a.id = least(in_debit, in_credit) FOR NO KEY UPDATE;
  SELECT a.id, a.balance, a.floor, a.class, a.asset, a.holder, a.owner, a.purpose, a.proof INTO high FROM public.account a
    WHERE a.lane = in_lane AND a.id = greatest(in_debit, in_credit) FOR NO KEY UPDATE;
  IF low.id = in_debit THEN d := low; c := high; ELSE d := high; c := low; END IF;
  IF (d.proof = debit_proof AND c.proof = credit_proof) IS NOT TRUE THEN
    RAISE EXCEPTION 'a number is not that of the account it is remembered for' USING ERRCODE = '40001';
  END IF;
  IF d.balance < (-9223372036854775808)::int8 + in_amount OR c.balance > 9223372036854775807 - in_amount THEN
    verdict := 3;
  ELSIF d.balance - in_amount < d.floor THEN
    verdict := 10 + d.asset;
  ELSE
    SELECT m.bond INTO bond FROM public.movement m
      WHERE m.from_class = d.class AND m.to_class = c.class AND m.asset = d.asset AND m.asset = c.asset AND m.code = in_code;
    IF (CASE bond
        WHEN 'any' THEN true
        WHEN 'same holder' THEN d.holder = c.holder
        WHEN 'other holder' THEN d.holder <> c.holder
        WHEN 'same order' THEN d.owner = c.owner
        WHEN 'same network' THEN split_part(d.purpose, ':', 2) = split_part(c.owner, ':', 2)
      END) IS NOT TRUE THEN
      RAISE EXCEPTION 'account % to account %, code %, is no movement of the table', in_debit, in_credit, in_code USING ERRCODE = 'GH002';
    END IF;
    number := nextval('public.posting_id'); debit_left := d.balance - in_amount; credit_left := c.balance + in_amount;
    INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) VALUES (in_lane, number, number, in_key, in_debit, in_credit, in_amount, debit_left, credit_left, d.asset, in_code, in_ref, in_moment) ON CONFLICT (lane, key) DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written = 1 THEN
      UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END, room = NULL WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit);
      RETURN 0;
    END IF;
  END IF;
  -- Not written: it was before, or it cannot be.
  SELECT CASE WHEN count(*) = 1 AND bool_and(o.debit = in_debit AND o.credit = in_credit AND o.amount = in_amount AND o.code = in_code) THEN 1
      WHEN count(*) > 0 THEN 2 ELSE verdict END
    INTO verdict FROM public.posting f JOIN public.posting o ON o.lane = f.lane AND o.id BETWEEN f.id AND f.id + 1023 AND o.entry = f.id
    WHERE f.lane = in_lane AND f.key = in_key;
  RETURN verdict;
END $$;

CREATE OR REPLACE FUNCTION public.apply_postings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $$
DECLARE stack text; wrong record; places tid[]; balances int8[]; before int8[]; follows bool;
BEGIN
  IF TG_RELID <> 'public.posting'::regclass THEN
    RAISE EXCEPTION 'only postings change balances' USING ERRCODE = 'GH001';
  END IF;
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF starts_with(stack, 'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, r.id, r.id, r.key, CASE WHEN house_pays THEN r.house ELSE r.wallet END, CASE WHEN house_pays THEN r.wallet ELSE r.house END, r.amount, CASE WHEN house_pays THEN r.house_balance ELSE r.wallet_balance END, CASE WHEN house_pays THEN r.wallet_balance ELSE r.house_balance END, r.asset, in_code, r.ref, in_moment FROM (SELECT firsts[(u.place - 1) / 1024 + 1] + (u.place - 1) % 1024 AS id, u.key, u.ref, u.house, u.wallet, u.amount, w.asset, (h.balance - way * sum(u.amount) OVER (PARTITION BY u.house ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS house_balance, (w.balance + way * sum(u.amount) OVER (PARTITION BY u.house, u.wallet ORDER BY u.place ROWS UNBOUNDED PRECEDING))::int8 AS wallet_balance FROM unnest(keys, refs, houses, wallets, amounts) WITH ORDINALITY AS u (key, ref, house, wallet, amount, place) JOIN unnest(ids, balances, assets) AS w (id, balance, asset) ON w.id = u.wallet JOIN unnest(ids, balances) AS h (id, balance) ON h.id = u.house) r"
PL/pgSQL function public.post_found(integer,timestamp with time zone,smallint,boolean,text[],text[],bigint[],bigint[],bigint[]) line ') OR starts_with(stack, E'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) SELECT in_lane, base + g, base + heads[g], keys[g], accounts[debits[g]], accounts[credits[g]], amounts[g], debit_balances[g], credit_balances[g], sorts[debits[g]] & 7, codes[g], refs[g], moments[g] FROM generate_series(1, total) g WHERE heads[g] > 0"\nPL/pgSQL function public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[],bigint[],bigint[]) line ')
    OR starts_with(stack, E'SQL statement "INSERT INTO public.posting (lane, id, entry, key, debit, credit, amount, debit_balance, credit_balance, asset, code, ref, happened_at) VALUES (in_lane, number, number, in_key, in_debit, in_credit, in_amount, debit_left, credit_left, d.asset, in_code, in_ref, in_moment) ON CONFLICT (lane, key) DO NOTHING"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint,bigint,bigint) line ')
  THEN
    RETURN NULL;
  END IF;

  SELECT n.id, n.code, d.owner || ' ' || d.purpose AS debit, c.owner || ' ' || c.purpose AS credit INTO wrong
    FROM new_postings n
    LEFT JOIN public.account d ON d.lane = n.lane AND d.id = n.debit AND d.asset = n.asset
    LEFT JOIN public.account c ON c.lane = n.lane AND c.id = n.credit AND c.asset = n.asset
    LEFT JOIN public.movement m ON m.from_class = d.class AND m.to_class = c.class AND m.asset = n.asset AND m.code = n.code
    WHERE (CASE m.bond
      WHEN 'any' THEN true
      WHEN 'same holder' THEN d.holder = c.holder
      WHEN 'other holder' THEN d.holder <> c.holder
      WHEN 'same order' THEN d.owner = c.owner
      WHEN 'same network' THEN split_part(d.purpose, ':', 2) = split_part(c.owner, ':', 2)
    END) IS NOT TRUE
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting % is no movement of the table: % to %, code %', wrong.id, wrong.debit, wrong.credit, wrong.code
      USING ERRCODE = 'GH002';
  END IF;

  WITH leg AS (
    SELECT lane, debit AS account, id, -amount AS change, debit_balance AS balance FROM new_postings
    UNION ALL
    SELECT lane, credit, id, amount, credit_balance FROM new_postings
  ), chain AS (
    SELECT lane, account, balance, balance - change AS before,
      lag(balance) OVER w AS previous, lead(balance) OVER w AS next
      FROM leg WINDOW w AS (PARTITION BY lane, account ORDER BY id)
  ), total AS (
    SELECT lane, account,
      max(chain.before) FILTER (WHERE previous IS NULL) AS first,
      max(balance) FILTER (WHERE next IS NULL) AS last,
      bool_and(previous IS NULL OR previous = chain.before) AS unbroken
      FROM chain GROUP BY lane, account
  ), locked AS (
    SELECT a.lane, a.id, a.ctid, a.balance FROM public.account a WHERE (a.lane, a.id) IN (SELECT lane, account FROM total)
      ORDER BY a.lane, a.id FOR NO KEY UPDATE
  )
  SELECT array_agg(l.ctid), array_agg(t.last), array_agg(l.balance), bool_and(coalesce(l.balance = t.first AND t.unbroken, false))
    INTO places, balances, before, follows
    FROM total t LEFT JOIN locked l ON l.lane = t.lane AND l.id = t.account;
  IF NOT follows THEN
    RAISE EXCEPTION 'the balances of these postings do not follow from those before them' USING ERRCODE = 'GH003';
  END IF;
  UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION public.refuse_direct_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $$
DECLARE
  stack text;
  batch CONSTANT text := E'"\nPL/pgSQL function public.post_entries(integer,bigint[],text[],integer[],text[],timestamp with time zone[],integer[],integer[],bigint[],smallint[],bigint[],bigint[]) line ';
BEGIN
  GET DIAGNOSTICS stack = PG_CONTEXT;
  stack := substr(stack, strpos(stack, E'\n') + 1);
  IF NOT (starts_with(stack, 'SQL statement "UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, after) AS u (place, balance) WHERE a.ctid = u.place"
PL/pgSQL function public.post_found(integer,timestamp with time zone,smallint,boolean,text[],text[],bigint[],bigint[],bigint[]) line ') OR starts_with(stack, 'SQL statement "WITH changed AS (UPDATE public.account a SET balance = CASE WHEN a.balance BETWEEN -4611686018427387904 AND 4611686018427387903 THEN greatest(a.floor, a.balance + changes[width_bucket(a.id, (SELECT accounts))]) ELSE a.balance END, room = NULL WHERE a.id = ANY (accounts) AND a.lane = in_lane RETURNING a.id, old.balance AS before, new.balance, a.floor, a.class::int8 * 8 + a.asset AS sort, a.holder, a.proof) SELECT array_agg(w.id), array_agg(w.before), array_agg(w.balance), array_agg(w.floor), array_agg(w.sort), array_agg(w.holder), array_agg(w.proof) FROM changed w WHERE w.id > 0' || batch)
    OR starts_with(stack, 'SQL statement "UPDATE public.account a SET balance = balances[width_bucket(a.id, accounts)] WHERE a.id = ANY (accounts) AND a.lane = in_lane AND a.balance <> balances[width_bucket(a.id, accounts)]' || batch)
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = CASE WHEN a.id = in_debit THEN debit_left ELSE credit_left END, room = NULL WHERE a.lane = in_lane AND a.id IN (in_debit, in_credit)"\nPL/pgSQL function public.post_entry(integer,text,text,timestamp with time zone,bigint,bigint,bigint,smallint,bigint,bigint) line ')
    OR starts_with(stack, E'SQL statement "UPDATE public.account a SET balance = u.balance, room = NULL FROM unnest(places, balances, before) AS u (place, balance, before) WHERE a.ctid = u.place AND u.balance <> u.before"\nPL/pgSQL function public.apply_postings() line '))
  THEN
    RAISE EXCEPTION 'a balance changes through a posting alone' USING ERRCODE = 'GH001';
  END IF;
  RETURN NULL;
END $$;
