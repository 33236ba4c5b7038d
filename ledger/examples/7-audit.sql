-- The audit recomputes everything from the postings. npm run ops -- ledger verify runs it in the background.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 10.00 USDT, code 2');
SELECT * FROM example.post('transfer-1', 'wallet:ana available > wallet:ben available: 2.50 USDT, code 4');

-- All balances of an asset add up to zero.
SELECT asset, sum(balance) AS sum FROM balance GROUP BY 1;

-- Each balance is the sum of its postings.
SELECT count(*) AS wrong FROM balance b WHERE b.balance <>
  (SELECT coalesce(sum(CASE WHEN r.credit = b.id THEN r.amount ELSE -r.amount END), 0) FROM record r WHERE b.id IN (r.debit, r.credit));

-- Each entry is found by its key.
SELECT e.key, count(*) AS postings FROM entry e JOIN record r ON r.entry = e.id GROUP BY 1 ORDER BY 1;
