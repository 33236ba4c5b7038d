-- The table of movements lists what may happen between which accounts. Everything else is an error.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 10.00 USDT, code 2');

-- No row lets the company's fees go to a wallet.
SELECT * FROM example.post('theft-1', 'wallet:ana available > house fees: 1.00 USDT, code 100');
SELECT * FROM example.post('theft-2', 'house fees > wallet:ana available: 1.00 USDT, code 2');

-- A transfer needs another holder.
SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ana held: 1.00 USDT, code 4');

-- Balances and postings change through the functions only.
UPDATE balance SET balance = balance + 1;
DELETE FROM books.posting;

SELECT action, bond, count(*) AS assets FROM movement WHERE action = 'transfer' GROUP BY 1, 2;
