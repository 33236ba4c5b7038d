import { pairs } from '#kit/text/ids.ts'

export const marketsSql = (): string => `-- Written by npm run docs from kit/amount/coins.ts: change that.

INSERT INTO market (pair) VALUES
${pairs.map((pair) => `  ('${pair}')`).join(',\n')}
ON CONFLICT DO NOTHING;
`
