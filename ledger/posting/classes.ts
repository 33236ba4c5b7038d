import type { Account } from './chart.ts'
import { type CompanyClass, companyClasses } from './company-classes.ts'
import { type LineId, type LineWith, lines, rowOf } from './lines.ts'
import type { OwnAccount } from './move.ts'

export type AccountClass =
  | CompanyClass
  | `order.${LineWith<'principal'>}.principal`
  | `order.${LineWith<'promised'>}.promised`
  | `pool.${LineWith<'pool'>}.free`

const nameOf = (line: LineId, own: OwnAccount): string =>
  own === 'pool' ? `pool.${line}.free` : `order.${line}.${own}`

export function lineClass(line: LineId, own: OwnAccount): AccountClass {
  const name = known.get(nameOf(line, own))
  if (!name) throw new Error(`the line ${line} has no ${own}`)
  return name
}

const ofLines = lines.flatMap((line) =>
  Object.entries(rowOf(line).accounts).map(([own, number]) => [nameOf(line, own as OwnAccount), number] as const),
)
const byNumber = [...Object.entries(companyClasses), ...ofLines].sort(([, one], [, other]) => one - other)

export const classes = byNumber.map(([name]) => name as AccountClass)
export const classEnd = Math.max(...byNumber.map(([, number]) => number)) + 1

const known: ReadonlyMap<string, AccountClass> = new Map(classes.map((name) => [name, name]))

export function classOf(account: Account): AccountClass {
  if (account.purpose === 'available' && account.owner.startsWith('wallet:')) return 'wallet.available'
  const name = known.get(className(account))
  if (!name) throw new Error(`the chart knows no account ${account.owner} ${account.purpose}`)
  return name
}

function className(account: Account): string {
  const { owner, purpose } = account
  const [kind = '', which] = owner.split(':')
  if ('line' in account) return `order.${account.line}.${purpose}`
  if (kind === 'issued') return 'issued'
  if (kind === 'outside') return which === 'venue' ? 'outside.venue' : 'outside.network'
  if (kind === 'pool' || kind === 'market') return `${kind}.${which}.${purpose}`
  return `${kind}.${purpose.split(':')[0]}`
}

const numbers: ReadonlyMap<string, number> = new Map(byNumber)

export const classNumber = (name: AccountClass): number => numbers.get(name) ?? 0
