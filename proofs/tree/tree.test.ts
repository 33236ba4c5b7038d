import { describe, expect, it } from 'vitest'
import { classes } from '#ledger/posting/classes.ts'
import { checkFollows, checkHouse, checkProof, readStatement } from '../../docs/proof/verify.mjs'
import { type Kind, kinds } from './format.ts'
import { topOf, widthOf, writeAmount } from './nodes.server.ts'
import { partOf } from './parts.ts'
import { digestOf, publishedDay, sign, type TestOwner } from './test-day.ts'
import { reachesByTotals, shrunkDay } from './test-shrunk-day.ts'
import { treeBuilder } from './tree.server.ts'

const assets = ['USDT', 'WLD', 'ATMC', 'ATMX']
const house: readonly TestOwner[] = [
  { owner: 'pool:dual', owed: [['pool', [70n, 0n, 0n, 0n]]] },
  { owner: 'house:referral', owed: [['referral', [0n, 0n, 0n, 0n]]] },
]
const day = { day: '2026-11-21', assets, house, capital: [5n, 0n, 0n, 0n] } as const
const kindNames = Object.keys(kinds) as Kind[]

describe('what accounts are to the proof', () => {
  it('is said of every kind of account of the ledger, and a new one stops the proof', () => {
    for (const name of classes) expect(partOf(name), name).toBeDefined()
    expect(partOf('order.dual.promised')).toEqual({ is: 'owed', kind: 'promised' })
    for (const name of ['house.gifts', 'wallet.lent', 'order.dual.lent', 'pool.lent', 'toString'])
      expect(() => partOf(name), name).toThrow('does not say what accounts')
  })
})

describe('a tree of sums', () => {
  const wallets = Array.from(
    { length: 300 },
    (_, place): TestOwner => ({
      owner: `W${`${place}`.padStart(9, '0')}`,
      owed: kindNames
        .slice(0, (place % 4) + 1)
        .map((kind, at) => [kind, [BigInt(place) ** 3n, BigInt(at), 0n, 2n ** 60n]]),
    }),
  )
  const made = publishedDay({ ...day, wallets })

  it('proves to each owner what is owed, by kind, to the unit', async () => {
    const statement = await readStatement(made.published)
    expect(statement.log2).toBe(11)
    for (const { owner, owed } of [...wallets, ...house]) {
      const proof = made.proof(owner)
      expect(await checkProof(statement, proof, owner)).toEqual(Object.fromEntries(owed))
      expect(JSON.stringify(proof).length).toBeLessThan(12_000)
      if (!owner.includes(':')) expect(proof.leaves).toHaveLength(4)
    }
    const proofs = house.map(({ owner }) => made.proof(owner))
    await expect(checkHouse(statement, proofs)).resolves.toBeUndefined()
    await expect(checkHouse(statement, proofs.slice(1))).rejects.toThrow('pool:dual pool')
  })

  it('is the same when it is made again from its seed, and another from another', () => {
    const again = publishedDay({ ...day, wallets })
    expect(again.text).toBe(made.text)
    const other = publishedDay({ ...day, wallets, seed: new Uint8Array(32) })
    expect(other.tree.root).not.toBe(made.tree.root)
    expect(other.tree.sums).toEqual(made.tree.sums)
  })

  it('has other places and other nonces on another day, even of the same seed', () => {
    const next = publishedDay({ ...day, day: '2026-11-22', wallets })
    const leavesOf = (of: typeof made) => wallets.flatMap(({ owner }) => of.proof(owner).leaves)
    const [today, tomorrow] = [leavesOf(made), leavesOf(next)]
    expect(new Set([...today, ...tomorrow].map(({ nonce }) => nonce)).size).toBe(today.length + tomorrow.length)
    expect(today.filter(({ place }, at) => tomorrow[at]?.place === place).length).toBeLessThan(10)
    expect(next.tree.sums).toEqual(made.tree.sums)
  })

  it('takes no amount below zero and no sum that does not fit', () => {
    const builder = treeBuilder({ epoch: 'e', assets: ['USDT'], seed: new Uint8Array(32) })
    expect(() => builder.add('ANA0000000', new Map([['held', [-1n]]]))).toThrow('below zero')
    const level = Buffer.alloc(2 * widthOf(1))
    for (const at of [32, widthOf(1) + 32]) writeAmount(level, at, 2n ** 127n - 1n)
    expect(topOf(level, 1).subarray(32).toString('hex')).toBe(`${'f'.repeat(31)}e`)
    level.fill(255)
    expect(() => topOf(level, 1)).toThrow('does not fit')
  })
})

describe('an operator who cheats', () => {
  const ana = 'ANA0000000'
  const ben = 'BEN0000000'
  const owed = (available: bigint, promised = 0n): TestOwner['owed'] => [
    ['available', [available, 0n, 0n, 0n]],
    ['promised', [promised, 0n, 0n, 0n]],
  ]
  const honest = publishedDay({
    ...day,
    wallets: [
      { owner: ana, owed: owed(100n, 3n) },
      { owner: ben, owed: owed(900n) },
    ],
  })
  const next = (change: Partial<Parameters<typeof publishedDay>[0]> = {}) =>
    publishedDay({ ...day, day: '2026-11-22', before: honest.published, wallets: [], ...change })
  const checked = async (made: typeof honest, owner = ana) =>
    checkProof(await readStatement(made.published), made.proof(owner), owner)

  it('who leaves a wallet out has no proof for its holder: not another day’s, nor another wallet’s', async () => {
    const without = next({ wallets: [{ owner: ben, owed: owed(900n) }] })
    const statement = await readStatement(without.published)
    expect(() => without.proof(ana)).toThrow('has no leaf')
    await expect(checkProof(statement, honest.proof(ana), ana)).rejects.toThrow()
    await expect(checkProof(statement, { ...without.proof(ben), owner: ana }, ana)).rejects.toThrow('root')
  })

  it('who leaves a promise out of the tree proves none to its holder', async () => {
    expect((await checked(honest)).promised).toEqual([3n, 0n, 0n, 0n])
    const broken = next({ wallets: [{ owner: ana, owed: [['available', [100n, 0n, 0n, 0n]]] }] })
    expect((await checked(broken)).promised).toBeUndefined()
  })

  it('who lowers a balance by a unit proves another amount than the app shows', async () => {
    expect(await checked(honest)).toMatchObject({ available: [100n, 0n, 0n, 0n], promised: [3n, 0n, 0n, 0n] })
    expect((await checked(next({ wallets: [{ owner: ana, owed: owed(99n, 3n) }] }))).available?.[0]).toBe(99n)
    // Withholding a leaf is also detected.
    const { leaves, ...rest } = honest.proof(ana)
    const statement = await readStatement(honest.published)
    const fewer = await checkProof(statement, { ...rest, leaves: leaves.slice(0, 2) }, ana)
    expect(fewer).not.toEqual(await checked(honest))
  })

  it('who gives two wallets the same leaf is found by the second', async () => {
    const statement = await readStatement(honest.published)
    const shared = { ...honest.proof(ana), owner: ben }
    await expect(checkProof(statement, shared, ben)).rejects.toThrow('root')
  })

  it('who shows two holders two roots signs two texts for one day, and only one of them can be followed', async () => {
    const toAna = next({ wallets: [{ owner: ana, owed: owed(100n) }] })
    const toBen = next({ wallets: [{ owner: ben, owed: owed(900n) }] })
    const [one, other] = [await readStatement(toAna.published), await readStatement(toBen.published)]
    expect(one.day).toBe(other.day)
    expect(digestOf(toAna.text)).not.toBe(digestOf(toBen.text))
    const after = publishedDay({ ...day, day: '2026-11-23', before: toAna.published, wallets: [] })
    const statement = await readStatement(after.published)
    await expect(checkFollows(statement, one, toAna.text)).resolves.toBeUndefined()
    await expect(checkFollows(statement, other, toBen.text)).rejects.toThrow('previous')
  })

  it('who rewrites yesterday is found by whoever kept it', async () => {
    const rewritten = JSON.parse(honest.text)
    rewritten.own.capital = ['4', '0', '0', '0']
    rewritten.booked.network[0] = `${BigInt(rewritten.booked.network[0]) - 1n}`
    const other = sign(JSON.stringify(rewritten))
    const today = await readStatement(next({ before: other }).published)
    await expect(checkFollows(today, await readStatement(other), other.text)).resolves.toBeUndefined()
    await expect(checkFollows(today, await readStatement(honest.published), honest.text)).rejects.toThrow('previous')
  })

  it('who leaves a pool out is found by everybody: no leaf, or gone from the list of yesterday', async () => {
    const listed = next()
    const statement = await readStatement(listed.published)
    await expect(checkHouse(statement, [listed.proof('house:referral')])).rejects.toThrow('pool:dual')
    const unlisted = await readStatement(next({ house: house.slice(1) }).published)
    await expect(checkFollows(unlisted, await readStatement(honest.published), honest.text)).rejects.toThrow(
      'gone: pool:dual pool',
    )
  })

  it('who puts in a leaf below zero is refused by whoever stands beside it', async () => {
    // 2¹²⁸ − 50 is −50 in 16 bytes. Added to 100, it would overflow to 50.
    const proof = honest.proof(ana)
    const [leaf] = proof.leaves
    if (!leaf) throw new Error('Ana has leaves')
    const below = Buffer.alloc(32 + 64)
    below.writeBigUInt64BE(2n ** 64n - 1n, 32)
    below.writeBigUInt64BE(2n ** 64n - 50n, 40)
    const path = leaf.path.with(0, below.toString('base64url'))
    const statement = await readStatement(honest.published)
    const amounts = ['100', '0', '0', '0']
    const cheated = { ...proof, leaves: [{ ...leaf, amounts, path }] }
    await expect(checkProof(statement, cheated, ana)).rejects.toThrow('does not fit')
  })

  it('who binds only the totals of nodes publishes 900 of 1,000, and both holders find their coins; ours refuse it', async () => {
    const shrunk = shrunkDay('total')
    const statement = await readStatement(shrunk.published)
    expect(statement.owed).toEqual(['900'])
    expect(shrunk.proofs.map(({ leaves: [leaf] }) => leaf?.amounts[0])).toEqual(['100', '900'])
    expect(shrunk.proofs.map((proof) => reachesByTotals(statement, proof))).toEqual([true, true])
    for (const proof of shrunk.proofs)
      await expect(checkProof(statement, proof, proof.owner), proof.owner).rejects.toThrow('root')
  })

  it('who binds both sums and publishes 900 of 1,000 has a root for one of the holders, and none for the other', async () => {
    const { published, proofs } = shrunkDay('both sums')
    const statement = await readStatement(published)
    const found = await Promise.allSettled(proofs.map((proof) => checkProof(statement, proof, proof.owner)))
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('who hashed only the total of a node could show each holder a sibling of another size; both sums are bound', async () => {
    const statement = await readStatement(honest.published)
    const proof = honest.proof(ana)
    for (let level = 0; level < statement.log2; level += 1) {
      const leaves = proof.leaves.map((leaf) => {
        const sibling = Buffer.from(leaf.path[level] ?? '', 'base64url')
        sibling[47] = (sibling[47] ?? 0) ^ 1
        return { ...leaf, path: leaf.path.with(level, sibling.toString('base64url')) }
      })
      await expect(checkProof(statement, { ...proof, leaves }, ana), `${level}`).rejects.toThrow('root')
    }
  })
})
