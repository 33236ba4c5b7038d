import type { Asset } from '#kit/assets.ts'
import { expect } from '#kit/expect.ts'
import type { Account } from './chart.ts'
import { classOf } from './classes.ts'
import type { Entry, Posting } from './entry.ts'
import { type Bond, movements } from './movements.ts'

const keyOf = (from: string, to: string, asset: Asset, code: number | undefined) =>
  `${from} ${to} ${asset} ${code ?? '—'}`

const bonds = new Map<string, Bond>(
  movements.flatMap(({ from, to, assets, code, bond }) =>
    assets.map((asset) => [keyOf(from, to, asset, code), bond] as const),
  ),
)

/** The most postings one entry can have: they take one step of the numbers postings get. */
export const postingsMax = 1000
const keyLengthMax = 120

/**
 * Checks an entry before it is sent. What fails here is a bug of ours, never a person's mistake, and must not reach a batch.
 * @throws an error that names the movement.
 */
export function checkEntry(entry: Entry): void {
  const { key, postings } = entry
  expect(
    key.length > 0 && key.length <= keyLengthMax,
    `the key of an entry has 1 to ${keyLengthMax} characters: ${key}`,
  )
  expect(postings.length > 0 && postings.length <= postingsMax, `an entry has 1 to ${postingsMax} postings: ${key}`)
  for (const posting of postings) checkPosting(posting)
}

function checkPosting({ from, to, asset, units, code }: Posting) {
  const [fromClass, toClass] = [classOf(from), classOf(to)]
  const name = `${from.owner} ${from.purpose} → ${to.owner} ${to.purpose}, ${asset}, code ${code ?? '—'}`
  expect(units > 0n, `a posting moves more than nothing: ${name}`)
  const bond = bonds.get(keyOf(fromClass, toClass, asset, code))
  expect(bond, `the table of movements knows this: ${name}`)
  expect(holds(bond, from, to), `${bond} on both sides: ${name}`)
}

/** The wallet an account belongs to, or undefined for the house's own. */
export const holderOf = (account: Account): string | undefined => ('holder' in account ? account.holder : undefined)

function holds(bond: Bond, from: Account, to: Account): boolean {
  if (bond === 'any') return true
  if (bond === 'same holder') return holderOf(from) === holderOf(to)
  if (bond === 'other holder') return holderOf(from) !== holderOf(to)
  if (bond === 'same order') return from.owner === to.owner
  return from.purpose.split(':')[1] === to.owner.split(':')[1]
}
