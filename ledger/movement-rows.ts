import { assetNumber } from '#kit/coins.ts'
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

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const valuesOf = (rows: readonly string[]) => rows.map((row) => `  (${row})`).join(',\n')

/** Generates `ledger/schema/3-movements.rules.sql`. Class numbers are permanent. */
export const movementsSql =
  (): string => `-- Written by npm run docs from ledger/classes.ts and ledger/movements.ts: change those.

SET LOCAL ROLE glasshouse_ledger;
SET LOCAL search_path = books;

INSERT INTO account_class (number, name)
SELECT * FROM (VALUES
${valuesOf(classes.map((name) => `${classNumber(name)}, ${quoted(name)}`))}
) AS listed (number, name)
WHERE NOT EXISTS (SELECT FROM account_class c WHERE c.number = listed.number AND c.name = listed.name);

ALTER TABLE movement DISABLE TRIGGER kept;
DELETE FROM movement;
INSERT INTO movement (from_class, to_class, asset, code, bond, action) VALUES
${valuesOf(movementRows().map((row) => [row.from_class, row.to_class, row.asset, row.code, quoted(row.bond), quoted(row.action)].join(', ')))};
ALTER TABLE movement ENABLE TRIGGER kept;
SET LOCAL ROLE NONE;
`
