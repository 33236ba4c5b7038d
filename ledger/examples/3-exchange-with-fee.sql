-- An exchange is one entry of three postings: the coin given, the coin received, the fee. All are posted, or none.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 100.00 USDT, code 2');
SELECT * FROM example.post('capital-1', 'outside:eth all > house capital: 500.00 WLD, code -1');
SELECT * FROM example.post('seed-1', 'house capital > market:USDT-WLD reserve: 500.00 WLD, code -1');

SELECT * FROM example.post('exchange-1',
  'wallet:ana available > market:USDT-WLD reserve: 50.00 USDT, code 5',
  'market:USDT-WLD reserve > wallet:ana available: 24.90 WLD, code 5',
  'wallet:ana available > house fees: 0.10 WLD, code 105');

-- The third posting lacks coins, so the first two do not happen either.
SELECT * FROM example.post('exchange-2',
  'wallet:ana available > market:USDT-WLD reserve: 10.00 USDT, code 5',
  'market:USDT-WLD reserve > wallet:ana available: 4.98 WLD, code 5',
  'wallet:ana available > house fees: 500.00 WLD, code 105');

SELECT * FROM example.balances;
