import { expect } from '#kit/expect.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import type { Kind, LogHead, Own, Place, Statement } from './format.ts'

export type Amounts = readonly bigint[]
export type CompanyAccount = { readonly owner: string; readonly kind: Kind; readonly amounts: Amounts }
export type Totals = {
  readonly kinds: ReadonlyMap<Kind, Amounts>
  readonly own: Readonly<Record<Own, Amounts>>
  readonly booked: Readonly<Record<Place, Amounts>>
  readonly house: readonly CompanyAccount[]
}
export type StatementFacts = {
  readonly day: Day
  readonly cut: bigint
  readonly assets: readonly string[]
  readonly tree: { readonly log2: number; readonly root: string; readonly sums: Amounts }
  readonly totals: Totals
  readonly logs: Readonly<Record<string, LogHead>>
  readonly previous: string
}

export const epochOf = (day: Day): string => startOf(addDays(day, 1)).toISOString().replace('.000Z', 'Z')

export const plus = (one: Amounts, other: Amounts): bigint[] => one.map((amount, coin) => amount + (other[coin] ?? 0n))
export const noAmounts = (coins: number): bigint[] => Array<bigint>(coins).fill(0n)

const isSame = (one: Amounts, other: Amounts): boolean => one.every((amount, coin) => amount === other[coin])
const text = (amounts: Amounts): string[] => amounts.map(String)
const texts = <Name extends string>(lists: Readonly<Record<Name, Amounts>>): Record<Name, string[]> =>
  Object.fromEntries(Object.entries<Amounts>(lists).map(([name, amounts]) => [name, text(amounts)])) as Record<
    Name,
    string[]
  >

/** @throws unless the leaves equal the ledger's debts, and the ledger's coins equal debts plus company coins */
function expectSums({ tree, totals, assets }: StatementFacts): void {
  const sum = (lists: Iterable<Amounts>) => [...lists].reduce<Amounts>(plus, noAmounts(assets.length))
  expect(isSame(tree.sums, sum(totals.kinds.values())), 'the leaves are what the books owe')
  const held = sum(Object.values(totals.booked))
  expect(isSame(sum([tree.sums, ...Object.values(totals.own)]), held), 'the books are what is owed and the own coins')
  const all = [...totals.kinds.values(), ...Object.values(totals.own), ...Object.values(totals.booked)]
  expect(
    all.every((amounts) => amounts.every((amount) => amount >= 0n)),
    'nothing in a statement is below zero',
  )
}

/** @throws if the statement does not add up */
export function statementText(facts: StatementFacts): string {
  const { day, cut, assets, tree, totals, logs, previous } = facts
  expectSums(facts)
  const statement: Statement = {
    v: 'POL1',
    day,
    epoch: epochOf(day),
    cut: `${cut}`,
    assets,
    log2: tree.log2,
    root: tree.root,
    owed: text(tree.sums),
    kinds: texts(Object.fromEntries(totals.kinds)),
    own: texts(totals.own),
    booked: texts(totals.booked),
    house: totals.house.map(({ owner, kind, amounts }) => ({ owner, kind, amounts: text(amounts) })),
    logs,
    previous,
  }
  return JSON.stringify(statement)
}
