import type { Account } from './chart.ts'

/**
 * What kinds of account there are, as far as the rules of movement tell them apart. The place in this list, counted from 1, is
 * the number in the database: add at the end, never remove.
 */
export const classes = [
  'wallet.available',
  'wallet.held',
  'order.dual.principal',
  'order.dual.promised',
  'pool.dual.free',
  'pool.compound.free',
  'pool.liquidity.free',
  'pool.fund.free',
  'pool.machine.free',
  'pool.node.free',
  'pool.compute.free',
  'pool.compute.retired',
  'market.USDT-WLD.reserve',
  'market.USDT-ATMC.reserve',
  'market.WLD-ATMX.reserve',
  'market.USDT-ATMX.reserve',
  'house.capital',
  'house.sales',
  'house.fees',
  'house.referral',
  'house.suspense',
  'house.in_flight',
  'outside.network',
  'outside.venue',
  'issued',
  'order.dual2.principal',
  'order.compound.principal',
  'order.liquidity.principal',
  'order.package.principal',
  'order.package.promised',
  'order.fund.principal',
  'order.lockup.principal',
  'order.machine.principal',
  'order.node.principal',
] as const

export type AccountClass = (typeof classes)[number]

const known: ReadonlyMap<string, AccountClass> = new Map(classes.map((name) => [name, name]))

/** The class of an account. @throws for an account the chart does not know. */
export function classOf(account: Account): AccountClass {
  // Nearly every account is this one, and every posting asks twice.
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

const numbers: ReadonlyMap<AccountClass, number> = new Map(classes.map((name, place) => [name, place + 1]))

/** The number of a class in the database. */
export const classNumber = (name: AccountClass): number => numbers.get(name) ?? 0
