import type { Kind, Proof } from '#proofs/tree/format.ts'
import { digestOf, publishedDay, sign, type TestOwner, testKey } from '#proofs/tree/test-day.ts'
import { shrunkDay } from '#proofs/tree/test-shrunk-day.ts'

const assets = ['USDT', 'WLD', 'ATMC', 'ATMX']
const wallet = (owner: string, ...owed: readonly (readonly [Kind, readonly bigint[]])[]): TestOwner => ({ owner, owed })

const house: readonly TestOwner[] = [
  wallet('pool:dual', ['pool', [5_000_000_000n, 0n, 0n, 7n]]),
  wallet('pool:compute', ['pool', [0n, 0n, 90_000n, 0n]], ['retired', [0n, 0n, 1n, 0n]]),
  wallet('market:USDT-WLD', ['market', [1_000n, 2_000n, 0n, 0n]]),
  wallet('house', ['suspense', [0n, 0n, 0n, 0n]]),
]
const capital = [10n ** 12n, 0n, 5n, 0n]
const ana = 'ANA0000000'
const ben = 'BEN0000000'

const first = publishedDay({
  day: '2026-11-20',
  assets,
  house,
  capital,
  logs: { changes: { line: 3, hash: '22'.repeat(32) } },
  wallets: [wallet(ana, ['available', [123_456_789n, 1n, 0n, 0n]])],
})
const second = publishedDay({
  day: '2026-11-21',
  assets,
  house,
  capital,
  before: first.published,
  logs: { changes: { line: 3, hash: '22'.repeat(32) }, flows: { line: 1, hash: '33'.repeat(32) } },
  wallets: [
    wallet(ana, ['available', [100_000_000n, 1n, 0n, 0n]], ['held', [23_456_789n, 0n, 0n, 0n]]),
    wallet(
      ben,
      ['available', [2n ** 63n - 1n, 0n, 0n, 0n]],
      ['held', [1n, 2n, 3n, 4n]],
      ['principal', [500_000_000n, 0n, 0n, 10n]],
      ['promised', [7_500_000n, 0n, 0n, 0n]],
    ),
  ],
})
const companyProofs = house.map(({ owner }) => second.proof(owner))
const shrunk = shrunkDay('total')

/** Simulates a cheating operator. */
const said = (change: (statement: Record<string, unknown>) => void) => {
  const statement = JSON.parse(second.text)
  change(statement)
  return sign(JSON.stringify(statement))
}
/** A node's answer with the digest and the block. */
const kept = (digest: string) => ({ jsonrpc: '2.0', id: 1, result: `0x${digest}${'7'.padStart(64, '0')}` })
/** A path in Ben's proof, and its replacement. */
const changes: readonly (readonly [what: string, way: readonly (string | number)[], value: unknown])[] = [
  ['another amount', ['leaves', 0, 'amounts', 0], '5'],
  ['an amount below zero', ['leaves', 0, 'amounts', 0], '-5'],
  ['an amount that is no number', ['leaves', 0, 'amounts', 0], '1e3'],
  ['an amount with a zero before it', ['leaves', 1, 'amounts', 0], '01'],
  ['an amount that does not fit 16 bytes', ['leaves', 0, 'amounts', 0], `${2n ** 128n}`],
  ['an amount as a number', ['leaves', 1, 'amounts', 0], 1],
  ['an amount too few', ['leaves', 0, 'amounts'], ['1', '2', '3']],
  ['another kind', ['leaves', 0, 'kind'], 'promised'],
  ['a kind nobody knows', ['leaves', 0, 'kind'], 'toString'],
  ['another place', ['leaves', 0, 'place'], 0],
  ['a place below zero', ['leaves', 0, 'place'], -1],
  ['a place outside of the tree', ['leaves', 0, 'place'], 1024],
  ['a place in words', ['leaves', 0, 'place'], '7'],
  ['another nonce', ['leaves', 0, 'nonce'], '00'.repeat(32)],
  ['a short nonce', ['leaves', 0, 'nonce'], '00'],
  ['a path too short', ['leaves', 0, 'path'], []],
  ['a sibling too short', ['leaves', 0, 'path', 3], 'AA'],
  ['a sibling of another hash and sum', ['leaves', 0, 'path', 3], 'A'.repeat(128)],
  ['a sibling so large that the sum does not fit', ['leaves', 0, 'path', 0], `${'A'.repeat(43)}${'_'.repeat(85)}`],
  ['no leaves', ['leaves'], []],
  ['another format', ['v'], 'POL2'],
  ['another owner', ['owner'], ana],
]

export type Case = {
  readonly name: string
  readonly statement: { readonly text: string; readonly signature: string; readonly publicKey: string }
  readonly other?: unknown
  readonly owner?: string
  readonly ok: boolean
}

function changed(proof: Proof, way: readonly (string | number)[], value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(proof))
  let inner = copy
  for (const step of way.slice(0, -1)) inner = inner[step]
  inner[way.at(-1) as string] = value
  return copy
}

/** Cases with expected results. vectors.json describes each change without applying it. */
export function proofCases(): readonly Case[] {
  const [statement, bens] = [second.published, second.proof(ben)]
  const leaf = bens.leaves[0]
  const fine: Omit<Case, 'ok'>[] = [
    { name: 'a statement', statement },
    { name: 'it follows the one before', statement, other: first.published },
    { name: 'a wallet of one kind', statement: first.published, other: first.proof(ana), owner: ana },
    { name: 'a wallet of two kinds', statement, other: second.proof(ana), owner: ana },
    { name: 'a wallet of four kinds', statement, other: bens, owner: ben },
    { name: 'the company', statement, other: companyProofs },
    { name: 'it is the one the chain keeps', statement, other: kept(digestOf(second.text)) },
  ]
  const refused: Omit<Case, 'ok'>[] = [
    ...changes.map(([name, way, value]) => ({ name, statement, other: changed(bens, way, value), owner: ben })),
    { name: 'the leaf of somebody else', statement, other: bens, owner: ana },
    { name: 'a leaf twice', statement, other: { ...bens, leaves: [leaf, leaf] }, owner: ben },
    { name: 'the proof of another day', statement, other: first.proof(ana), owner: ana },
    { name: 'another signature', statement: { ...statement, signature: first.published.signature } },
    { name: 'another text', statement: { ...statement, text: statement.text.replace('12345', '12346') } },
    {
      name: 'the key of somebody else',
      statement: { ...statement, publicKey: sign('', testKey.with(0, 1)).publicKey },
    },
    {
      name: 'kinds that do not add up',
      statement: said(({ kinds }) => Object.assign(kinds as object, { held: ['0', '0', '0', '0'] })),
    },
    {
      name: 'books that do not add up',
      statement: said(({ own }) => Object.assign(own as object, { capital: ['0', '0', '0', '0'] })),
    },
    {
      name: 'a statement that owes less than the tree',
      statement: said((all) => Object.assign(all, { owed: ['1', '0', '0', '0'] })),
    },
    {
      name: 'an amount of the statement below zero',
      statement: said(({ own }) => Object.assign(own as object, { fees: ['-1', '0', '0', '0'] })),
    },
    {
      name: 'another root',
      statement: said((all) => Object.assign(all, { root: '00'.repeat(32) })),
      other: bens,
      owner: ben,
    },
    {
      name: 'a log that lost a line',
      statement: said((all) => Object.assign(all.logs as object, { changes: { line: 2, hash: '22'.repeat(32) } })),
      other: first.published,
    },
    {
      name: 'a log whose lines were rewritten',
      statement: said((all) => Object.assign(all.logs as object, { changes: { line: 3, hash: '44'.repeat(32) } })),
      other: first.published,
    },
    {
      name: 'a log that is gone',
      statement: said((all) => Object.assign(all, { logs: {} })),
      other: first.published,
    },
    {
      name: 'a log whose digest is none',
      statement: said((all) => Object.assign(all.logs as object, { changes: { line: 4, hash: '4' } })),
    },
    {
      name: 'yesterday rewritten',
      statement: said((all) => Object.assign(all, { previous: '11'.repeat(32) })),
      other: first.published,
    },
    {
      name: 'a day that goes back',
      statement: said((all) => Object.assign(all, { day: '2026-11-20', epoch: '2026-11-21T00:00:00Z' })),
      other: first.published,
    },
    {
      name: 'a pool that is gone from the list',
      statement: said((all) => Object.assign(all, { house: (all.house as unknown[]).slice(1) })),
      other: first.published,
    },
    { name: 'the chain keeps another one', statement, other: kept(digestOf(first.text)) },
    { name: 'the chain keeps nothing', statement, other: { jsonrpc: '2.0', id: 1, result: `0x${'0'.repeat(128)}` } },
    { name: 'the node answers nothing', statement, other: { jsonrpc: '2.0', id: 1, result: '0x' } },
    ...shrunk.proofs.map((proof) => ({
      name: `a tree of 1,000 whose nodes bind only their totals, published as 900: to ${proof.owner}`,
      statement: shrunk.published,
      other: proof,
      owner: proof.owner,
    })),
    { name: 'a pool that is listed and has no leaf', statement, other: companyProofs.slice(1) },
    {
      name: 'a pool listed with less than its leaf',
      statement: said(({ house: list }) =>
        Object.assign((list as { amounts: string[] }[])[0] as object, { amounts: ['0', '0', '0', '7'] }),
      ),
      other: companyProofs,
    },
  ]
  return [...fine.map((each) => ({ ...each, ok: true })), ...refused.map((each) => ({ ...each, ok: false }))]
}

/** Two full days; each case names its statement by index in `statements`. */
export function proofVectorsText(): string {
  const cases = proofCases()
  const statements = [...new Set(cases.map(({ statement }) => JSON.stringify(statement)))]
  const proofs = [...new Set(cases.flatMap(({ other }) => (other === undefined ? [] : [JSON.stringify(other)])))]
  const lines = cases.map(({ name, statement, other, owner, ok }) => {
    const place = other === undefined ? {} : { other: proofs.indexOf(JSON.stringify(other)) }
    return JSON.stringify({ name, statement: statements.indexOf(JSON.stringify(statement)), ...place, owner, ok })
  })
  const list = (name: string, of: readonly string[]) => `"${name}": [\n${of.join(',\n')}\n]`
  return `{\n${[list('statements', statements), list('others', proofs), list('cases', lines)].join(',\n')}\n}\n`
}
