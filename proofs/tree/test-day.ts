import { createHash } from 'node:crypto'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import type { Day } from '#kit/time/clock.ts'
import { beginning, type Kind, type LogHead, type Proof, type Published } from './format.ts'
import { type Amounts, type CompanyAccount, epochOf, noAmounts, plus, statementText } from './statement.ts'
import { blockOf, proofOf, treeBuilder } from './tree.server.ts'

export type TestOwner = { readonly owner: string; readonly owed: readonly (readonly [Kind, Amounts])[] }
export type TestDay = {
  readonly day: string
  readonly assets: readonly string[]
  readonly wallets: readonly TestOwner[]
  readonly house: readonly TestOwner[]
  readonly capital: Amounts
  readonly logs?: Readonly<Record<string, LogHead>>
  readonly before?: Published | undefined
  readonly seed?: Uint8Array
}
export const testKey = new Uint8Array(32).fill(7)
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export function publishedDay({ day, assets, wallets, house, capital, logs, before, seed }: TestDay) {
  const epoch = epochOf(day as Day)
  const terms = { epoch, assets, seed: seed ?? new Uint8Array(32).fill(9) }
  const builder = treeBuilder(terms)
  const none = noAmounts(assets.length)
  const kinds = new Map<Kind, Amounts>()
  for (const { owner, owed } of [...wallets, ...house]) {
    builder.add(owner, new Map(owed), owner.includes(':') ? 1 : undefined)
    for (const [kind, amounts] of owed) kinds.set(kind, plus(kinds.get(kind) ?? none, amounts))
  }
  const tree = builder.finish()
  const owners = new Map([...tree.owners].map((own) => [own.owner, own]))
  const text = statementText({
    day: day as Day,
    cut: 12_345n,
    assets,
    tree,
    totals: {
      kinds,
      own: { capital, sales: none, fees: none },
      booked: { network: plus(tree.sums, capital), venue: none },
      house: house.flatMap(({ owner, owed }) =>
        owed.map(([kind, amounts]): CompanyAccount => ({ owner, kind, amounts })),
      ),
    },
    logs: logs ?? {},
    previous: before ? digestOf(before.text) : beginning,
  })
  const proof = (owner: string): Proof => {
    const own = owners.get(owner)
    if (!own) throw new Error(`${owner} has no leaf`)
    const block = (number: number) => blockOf(tree.leaves, number, assets.length)
    return proofOf({ own, block, blockTops: tree.blockTops, ...terms })
  }
  return { published: sign(text), proof, tree, text }
}

export const sign = (text: string, key = testKey): Published => ({
  text,
  signature: signWith(text, key),
  publicKey: publicTextOf(key),
})
