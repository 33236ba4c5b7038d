import { assetNumber } from '#kit/assets.ts'
import { classes, classNumber } from './classes.ts'
import { type Movement, movements } from './movements.ts'

/** The code of a posting that shows in no record. */
export const codeless = -1

/** A movement as the database keeps it: one row for each asset, classes and assets by number. */
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

/** The statements a migration needs to list these movements, grouped so that a change shows as a line. */
export const movementSql = (rows: readonly MovementRow[]): string =>
  rows
    .map(
      (row) =>
        `(${row.from_class}, ${row.to_class}, ${row.asset}, ${row.code}, ${quoted(row.bond)}, ${quoted(row.action)})`,
    )
    .join(',\n  ')
    .replace(/^/, 'INSERT INTO movement (from_class, to_class, asset, code, bond, action) VALUES\n  ')
    .concat(';\n')

/** The same for the classes of account, counted from 1. */
export const classSql = (): string =>
  `INSERT INTO account_class (number, name) VALUES\n  ${classes.map((name) => `(${classNumber(name)}, ${quoted(name)})`).join(',\n  ')};\n`
