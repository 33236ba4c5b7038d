-- A batch decides many entries in order with one statement. Each gets its own verdict.
SELECT * FROM example.post('deposit-1', 'outside:eth all > wallet:ana available: 10.00 USDT, code 2');

SELECT * FROM example.post_batch('[
  {"key": "transfer-1", "postings": ["wallet:ana available > wallet:ben available: 6.00 USDT, code 4"]},
  {"key": "transfer-2", "postings": ["wallet:ana available > wallet:eve available: 6.00 USDT, code 4"]},
  {"key": "transfer-3", "postings": ["wallet:ben available > wallet:eve available: 1.00 USDT, code 4"]}
]');

SELECT * FROM example.balances;
