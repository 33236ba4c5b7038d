-- A posting moves an amount from one account to another. An entry is one or more postings that happen together.

-- Coins arrive from the network. Only accounts outside the company may be negative: together they are what we hold on chains.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 10.00 USDT, code 2');

SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ben available: 2.50 USDT, code 4');

SELECT * FROM example.balances;

-- Each posting keeps both balances after it.
SELECT from_owner, to_owner, amount, debit_balance, credit_balance FROM record ORDER BY id;
