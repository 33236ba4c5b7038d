-- A hold is a posting to the wallet's second account. What is held cannot be spent twice.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 10.00 USDT, code 2');

SELECT * FROM example.post('withdrawal-1', 'wallet:ana available > wallet:ana held: 8.00 USDT, code 3');

SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ben available: 5.00 USDT, code 4');

-- The withdrawal is cancelled.
SELECT * FROM example.post('withdrawal-1-cancelled', 'wallet:ana held > wallet:ana available: 8.00 USDT, code 101');

SELECT * FROM example.balances;
