import { createHash } from 'node:crypto'
import type { Day } from '#kit/time/clock.ts'
import { beginning, kinds, type Proof, type Published, type Statement } from './format.ts'
import { epochOf, noAmounts, statementText } from './statement.ts'
import { sign } from './test-day.ts'
import { headOf } from './tree.server.ts'

const [day, assets] = ['2026-11-21' as Day, ['USDT']]
type Binding = 'total' | 'both sums'
type Child = { readonly hash: Buffer; readonly sum: bigint }

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest()
const packed = (amount: bigint): Buffer => Buffer.from(amount.toString(16).padStart(32, '0'), 'hex')

const nodeOf = (left: Child, right: Child, binding: Binding): Buffer =>
  binding === 'total'
    ? sha256('POL1:node\0', left.hash, right.hash, packed(left.sum + right.sum))
    : sha256('POL1:node\0', left.hash, packed(left.sum), right.hash, packed(right.sum))

const leafOf = (owner: string, nonce: Uint8Array, amount: bigint): Buffer => {
  const kindAndNumber = Uint8Array.of(kinds.available, 0)
  return sha256('POL1:leaf\0', headOf(epochOf(day), assets), sha256(owner), kindAndNumber, nonce, packed(amount))
}

const [ana, ben] = [
  { owner: 'ANA0000000', amount: 100n, nonce: Buffer.alloc(32, 1) },
  { owner: 'BEN0000000', amount: 900n, nonce: Buffer.alloc(32, 2) },
]
const published = 900n

/** A forged day that owes 1,000 but publishes 900. Each of two wallets gets a sibling small enough to match the sums. */
export function shrunkDay(binding: Binding): { readonly published: Published; readonly proofs: readonly Proof[] } {
  const [left, right] = [ana, ben].map(({ owner, nonce, amount }) => leafOf(owner, nonce, amount)) as [Buffer, Buffer]
  const root = nodeOf({ hash: left, sum: ana.amount }, { hash: right, sum: published - ana.amount }, binding)
  const none = noAmounts(assets.length)
  const text = statementText({
    day,
    cut: 1n,
    assets,
    tree: { log2: 1, root: root.toString('hex'), sums: [published] },
    totals: {
      kinds: new Map([['available', [published]]]),
      own: { capital: none, sales: none, fees: none },
      booked: { network: [published], venue: none },
      house: [],
    },
    logs: {},
    previous: beginning,
  })
  const proofs = [
    { ...ana, sibling: right },
    { ...ben, sibling: left },
  ].map(({ owner, nonce, amount, sibling }, place): Proof => {
    const path = [Buffer.concat([sibling, packed(published - amount)]).toString('base64url')]
    const leaf = { place, kind: 'available', nonce: nonce.toString('hex'), amounts: [`${amount}`], path } as const
    return { v: 'POL1', owner, leaves: [leaf] }
  })
  return { published: sign(text), proofs }
}

/** Simulates a verifier whose nodes bind only the total. */
export function reachesByTotals({ root, owed }: Statement, { owner, leaves: [leaf] }: Proof): boolean {
  const sibling = Buffer.from(leaf?.path[0] ?? '', 'base64url')
  const amount = BigInt(leaf?.amounts[0] ?? '0')
  const me = { hash: leafOf(owner, Buffer.from(leaf?.nonce ?? '', 'hex'), amount), sum: amount }
  const other = { hash: sibling.subarray(0, 32), sum: BigInt(`0x${sibling.toString('hex', 32)}`) }
  const [left, right] = leaf?.place === 0 ? [me, other] : [other, me]
  return nodeOf(left, right, 'total').toString('hex') === root && `${me.sum + other.sum}` === owed[0]
}
