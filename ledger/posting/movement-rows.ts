import { type Asset, assetNumber, assets as assetRows, coins } from '#kit/amount/coins.ts'
import { classes, classNumber } from './classes.ts'
import { type Movement, movements } from './movements.ts'

/** Code of a posting hidden from records. */
export const codeless = -1

/** One row per asset. */
export type MovementRow = {
  readonly from_class: number
  readonly to_class: number
  readonly asset: number
  readonly code: number
  readonly bond: string
  readonly action: string
}

export const movementRows = (): MovementRow[] => movements.flatMap(rowsOf)

const rowsOf = ({ action, from, to, assets, code = codeless, bond }: Movement): MovementRow[] =>
  assets.map((asset) => ({
    from_class: classNumber(from),
    to_class: classNumber(to),
    asset: assetNumber(asset),
    code,
    bond,
    action,
  }))

const assetNames = Object.keys(assetRows) as Asset[]

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const lineMax = 118

function valuesOf(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => {
    const [first = '', ...rest] = row.map((each) => (typeof each === 'number' ? `${each}` : quoted(each)))
    const line = `  (${[first, ...rest].join(', ')})`
    return line.length <= lineMax ? line : `  (${first},\n    ${rest.join(', ')})`
  })
  return lines.join(',\n')
}

const sqlRowOf = ({ action, from, to, assets, code = codeless, bond }: Movement) => [
  action,
  from,
  to,
  `{${assets === coins ? 'coins' : assets.join()}}`,
  code,
  bond,
]

/** Generates `ledger/schema/3-movements.rules.sql`. Class numbers are permanent. */
export const movementsSql =
  (): string => `-- Written by npm run docs from ledger/posting/classes.ts and ledger/posting/movements.ts: change those.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

INSERT INTO account_class (number, name)
SELECT * FROM (VALUES
${valuesOf(classes.map((name) => [classNumber(name), name]))}
) AS listed (number, name)
WHERE NOT EXISTS (SELECT FROM account_class c WHERE c.number = listed.number AND c.name = listed.name);

ALTER TABLE movement DISABLE TRIGGER kept;
DELETE FROM movement;
WITH asset (name, number) AS (VALUES
${valuesOf([...assetNames, ...coins].map((name, place) => [place < assetNames.length ? name : 'coins', assetNumber(name)]))}
)
INSERT INTO movement (action, from_class, to_class, asset, code, bond)
SELECT l.action, f.number, t.number, a.number, l.code, l.bond FROM (VALUES
${valuesOf(movements.map(sqlRowOf))}
) AS l (action, from_class, to_class, assets, code, bond)
LEFT JOIN account_class f ON f.name = l.from_class
LEFT JOIN account_class t ON t.name = l.to_class
LEFT JOIN asset a ON a.name = ANY (l.assets::text[]);
ALTER TABLE movement ENABLE TRIGGER kept;
SET LOCAL ROLE NONE;
`
