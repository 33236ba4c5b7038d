import { readWhole } from '#kit/amount/exact.ts'
import type { Statement } from '../tree/format.ts'
import { type Flow, isHolders } from './flows.ts'

/**
 * Units by "account class, coin". All order promises count as one account, `promised`, and all markets as one, because a statement lists
 * them that way.
 */
type Amounts = Map<string, bigint>

const unitsOf = (amounts: Amounts, key: string): bigint => amounts.get(key) ?? nothing
const nothing = 0n

const add = (amounts: Amounts, key: string, units: bigint): void => {
  amounts.set(key, unitsOf(amounts, key) + units)
}
const isPromise = (accountClass: string): boolean => /^order\..*\.promised$/.test(accountClass)
const isMarket = (accountClass: string): boolean => accountClass.startsWith('market.')
const nameOf = (accountClass: string): string =>
  isPromise(accountClass) ? 'promised' : isMarket(accountClass) ? 'market' : accountClass

function classOf(owner: string, kind: string): string {
  const [of = '', which] = owner.split(':')
  if (of === 'pool') return `pool.${which}.${kind === 'retired' ? 'retired' : 'free'}`
  return of === 'market' ? 'market' : `house.${kind}`
}

/** Outside accounts are negative by the amount they hold. */
function standing({ assets, own, house, kinds, booked }: Statement): Amounts {
  const amounts: Amounts = new Map()
  const put = (name: string, list: readonly string[] | undefined, sign = 1n) => {
    // Kinds without debts are omitted. Others have an amount per coin (verify.mjs).
    if (list)
      for (const [place, coin] of assets.entries()) add(amounts, `${name} ${coin}`, sign * readWhole(list[place]))
  }
  for (const [name, list] of Object.entries(own)) put(`house.${name}`, list)
  for (const { owner, kind, amounts: list } of house) put(classOf(owner, kind), list)
  put('promised', kinds.promised)
  put('market', kinds.share)
  for (const [name, list] of Object.entries(booked)) put(`outside.${name}`, list, -1n)
  return amounts
}

/** Net change per account, without holders' accounts. */
function changes(flows: readonly Flow[]): Amounts {
  const amounts: Amounts = new Map()
  for (const { from, to, coin, units } of flows) {
    if (!isHolders(from)) add(amounts, `${nameOf(from)} ${coin}`, -units)
    if (!isHolders(to)) add(amounts, `${nameOf(to)} ${coin}`, units)
  }
  return amounts
}

/** The first account and coin whose change the flows do not explain. @param before undefined if the flows start at the first day. */
export function firstGap(
  before: Statement | undefined,
  flows: readonly Flow[],
  statement: Statement,
): string | undefined {
  const [old, moved, now] = [before ? standing(before) : new Map<string, bigint>(), changes(flows), standing(statement)]
  const keys = [...new Set([...old.keys(), ...moved.keys(), ...now.keys()])]
  return keys.find((key) => unitsOf(old, key) + unitsOf(moved, key) !== unitsOf(now, key))
}
