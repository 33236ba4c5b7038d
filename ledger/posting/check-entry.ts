import { type Asset, assetEnd, assetNumber } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Account } from './chart.ts'
import { type AccountClass, classEnd, classNumber, classOf } from './classes.ts'
import type { Entry, Posting } from './entry.ts'
import type { Bond } from './move.ts'
import { codeless } from './movement-rows.ts'
import { movements } from './movements.ts'

/** Unknown codes map to a number that no movement has. */
export const movementNumber = (from: AccountClass, to: AccountClass, asset: Asset, code = codeless) =>
  ((classNumber(from) * classEnd + classNumber(to)) * assetEnd + assetNumber(asset)) * 1024 + Math.min(code, codeMax)
const codeMax = 1000

const bonds = new Map<number, Bond>(
  movements.flatMap(({ from, to, assets, code, bond }) =>
    assets.map((asset) => [movementNumber(from, to, asset, code), bond] as const),
  ),
)

export const postingsMax = 1000
const keyLengthMax = 120

/** Refuses entries that only a bug can produce, so they never reach a batch. @throws an error that names the movement. */
export function checkEntry(entry: Entry): void {
  const { key, postings } = entry
  if (key.length === 0 || key.length > keyLengthMax)
    expect(false, `the key of an entry has 1 to ${keyLengthMax} characters: ${key}`)
  if (postings.length === 0 || postings.length > postingsMax)
    expect(false, `an entry has 1 to ${postingsMax} postings: ${key}`)
  for (const posting of postings) checkPosting(posting)
}

function checkPosting(posting: Posting) {
  const { from, to, asset, units, code } = posting
  const bond = bonds.get(movementNumber(classOf(from), classOf(to), asset, code))
  if (units > 0n && bond && holds(bond, from, to)) return
  const name = `${from.owner} ${from.purpose} → ${to.owner} ${to.purpose}, ${asset}, code ${code ?? '—'}`
  expect(units > 0n, `a posting moves more than nothing: ${name}`)
  expect(bond, `the table of movements knows this: ${name}`)
  expect(false, `${bond} on both sides: ${name}`)
}

export const holderOf = (account: Account): string | undefined => ('holder' in account ? account.holder : undefined)

function holds(bond: Bond, from: Account, to: Account): boolean {
  if (bond === 'any') return true
  if (bond === 'same holder') return holderOf(from) === holderOf(to)
  if (bond === 'other holder') return holderOf(from) !== holderOf(to)
  if (bond === 'same order') return from.owner === to.owner
  return from.purpose.split(':')[1] === to.owner.split(':')[1]
}
