import { pairs } from '#kit/ids.ts'

/** `market/schema/4-pairs.rules.sql`: a row for each market, applied again whenever there is a new one. */
export const marketsSql = (): string => `-- Written by npm run docs from kit/assets.ts: change that.

INSERT INTO market (pair) VALUES
${pairs.map((pair) => `  ('${pair}')`).join(',\n')}
ON CONFLICT DO NOTHING;
`
