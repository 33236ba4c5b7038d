-- Written by npm run docs from kit/amount/coins.ts: change that.

INSERT INTO market (pair) VALUES
  ('USDT-WLD'),
  ('USDT-ATMC'),
  ('WLD-ATMX'),
  ('USDT-ATMX')
ON CONFLICT DO NOTHING;
