-- The key makes an entry idempotent: a repeat changes nothing, and the same key with other postings is a conflict.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 10.00 USDT, code 2');

SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ben available: 2.50 USDT, code 4');

SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ben available: 2.50 USDT, code 4');

SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ben available: 9.99 USDT, code 4');

SELECT * FROM example.balances;
