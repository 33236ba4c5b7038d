import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import { assetNumber, coins } from '#kit/amount/coins.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { until } from '#kit/test/test-until.ts'
import { seededDice } from '#kit/text/random.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { drawEntry } from '#ledger/test/test-world.ts'
import { checkFollows, checkHouse, checkProof, readStatement } from '../../docs/proof/verify.mjs'
import { partOf } from '../tree/parts.ts'
import { sign } from '../tree/test-day.ts'
import { buildNextProof, buildProofs, makeProof } from './build.job.ts'
import { findProofProblems } from './check.server.ts'
import { companyProofs, findProof } from './proof.server.ts'
import { loadProofDays } from './proofs.store.ts'

const first = '2026-11-21' as Day
const last = addDays(first, 2)
const at = new Date('2026-11-25T00:00:00Z')
const seed = Number(process.env.GLASSHOUSE_SEED ?? 20261122)

/** Slow reference implementation. */
async function sumsOf(db: Db, cut: bigint): Promise<Map<string, bigint[]>> {
  const rows = await db.query<{ owner: string; name: string; asset: number; change: bigint }>(
    `SELECT coalesce(a.holder, a.owner) AS owner, c.name, a.asset, p.change FROM (
       SELECT debit AS account, -amount AS change, id FROM record UNION ALL SELECT credit, amount, id FROM record) p
     JOIN balance a ON a.id = p.account JOIN account_class c ON c.number = a.class WHERE p.id <= $1`,
    [cut],
  )
  const sums = new Map<string, bigint[]>()
  for (const { owner, name, asset, change } of rows) {
    const coin = coins.findIndex((each) => assetNumber(each) === asset)
    if (coin < 0) continue
    const part = partOf(name)
    const key =
      part.is === 'owed'
        ? `${owner} ${part.kind}`
        : part.is === 'own'
          ? part.own
          : part.is === 'booked'
            ? part.place
            : 'points'
    const amounts = sums.get(key) ?? coins.map(() => 0n)
    amounts[coin] = (amounts[coin] ?? 0n) + change
    sums.set(key, amounts)
  }
  return sums
}

describe('the proof of a day', () => {
  let db: Db
  let entries = 0
  const dice = seededDice(seed)
  /** Entries that exceed a balance are rejected. */
  const live = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      entries += 1
      await db.transaction((tx) => post(tx, drawEntry(dice, `entry ${entries}`))).catch(() => undefined)
    }
  }
  const cut = (day: Day) => db.transaction((tx) => takeSnapshot(tx, day))

  beforeAll(async () => {
    db = await testDb()
    const venue = { owner: 'outside:venue', purpose: 'all' } as const
    const postings = [
      ...coins.map((asset) => ({ from: outside('bsc'), to: company('capital'), asset, units: 10n ** 10n })),
      { from: venue, to: outside('bsc'), asset: 'USDT', units: 10n ** 9n } as const,
    ]
    await db.transaction((tx) => post(tx, { key: 'begin', at: new Date('2026-11-20T00:00:00Z'), postings }))
    await live(300)
    await cut(first)
    await live(200)
  })
  afterAll(() => db.close())

  it(`owes what the books owed at the cut, to the unit, whatever was posted later, seed ${seed}`, async () => {
    expect(await buildNextProof(db, at)).toBe(first)
    expect(await buildNextProof(db, at)).toBeUndefined()
    const [kept] = await loadProofDays(db, first, first)
    if (!kept) throw new Error('it was kept')
    const statement = await readStatement(sign(kept.text))
    const sums = await sumsOf(db, kept.cut)
    const told = new Map<string, readonly bigint[]>()
    for (const owner of new Set(
      [...sums.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0] ?? ''),
    )) {
      const proof = await findProof(db, kept, owner)
      if (!proof) continue
      const owed = await checkProof(statement, proof, owner)
      for (const [kind, amounts] of Object.entries(owed)) told.set(`${owner} ${kind}`, amounts)
    }
    for (const [key, amounts] of sums) {
      const isWallet = !key.startsWith('house ') && !key.includes(':')
      if (key.includes(' ') && (!isWallet || amounts.some(Boolean))) expect(told.get(key), key).toEqual(amounts)
    }
    expect([...told.keys()].every((key) => sums.has(key))).toBe(true)
    for (const own of ['capital', 'sales', 'fees'] as const)
      expect(statement.own[own], own).toEqual((sums.get(own) ?? [0n, 0n, 0n, 0n]).map(String))
    for (const place of ['network', 'venue'] as const)
      expect(statement.booked[place]).toEqual((sums.get(place) ?? [0n, 0n, 0n, 0n]).map((units) => `${-units}`))
    await expect(checkHouse(statement, await companyProofs(db, kept))).resolves.toBeUndefined()
  })

  it('is the same when it is made again later of its seed', async () => {
    const [kept] = await loadProofDays(db, first, first)
    if (!kept) throw new Error('it was kept')
    await live(100)
    const { previous } = JSON.parse(kept.text)
    expect((await makeProof(db, { day: first, cut: kept.cut, previous }, kept.seed, {})).text).toBe(kept.text)
  })

  it('follows the one before, day by day, also where several are due; made twice at once it is kept once', async () => {
    await cut(addDays(first, 1))
    await live(100)
    await cut(last)
    await Promise.all([buildProofs(db, at), buildProofs(db, at)])
    const days = await loadProofDays(db, first, last)
    expect(days.map(({ day }) => day)).toEqual([first, addDays(first, 1), last])
    for (const [place, { text }] of days.entries()) {
      const before = days[place - 1]
      const earlier = before && (await readStatement(sign(before.text)))
      await expect(checkFollows(await readStatement(sign(text)), earlier, before?.text)).resolves.toBeUndefined()
    }
    await expect(db.query(`UPDATE proof_day SET text = ''`)).rejects.toThrow()
    await expect(db.query('DELETE FROM proof_day')).rejects.toThrow()
  })

  it('puts the leaves of wallets at other places each day, with other nonces, of a seed of that day alone', async () => {
    const days = await loadProofDays(db, first, last)
    expect(new Set(days.map(({ seed: of }) => Buffer.from(of).toString('hex'))).size).toBe(days.length)
    const wallets = [...(await sumsOf(db, days[0]?.cut ?? 0n)).keys()].flatMap(
      (key) => /^(\w+) available$/.exec(key)?.[1] ?? [],
    )
    const leaves: { readonly nonce: string; readonly place: number }[][] = []
    for (const kept of days) {
      const proofs = await Promise.all(wallets.map((owner) => findProof(db, kept, owner)))
      leaves.push(proofs.flatMap((proof) => proof?.leaves ?? []))
    }
    const nonces = leaves.flat().map(({ nonce }) => nonce)
    expect(nonces.length).toBeGreaterThan(20)
    expect(new Set(nonces).size).toBe(nonces.length)
    const placesOf = (of: (typeof leaves)[number] | undefined) => of?.map(({ place }) => place).join()
    expect(new Set(leaves.map(placesOf)).size).toBe(days.length)
  })

  it('is checked against the books by an operator, who finds one that is not theirs', async () => {
    expect(await findProofProblems(db, first, last)).toEqual({ days: 3, problems: [] })
    await asOwner(
      db,
      `ALTER TABLE proof_day DISABLE TRIGGER append_only;
       UPDATE proof_day SET text = replace(text, '"log2":10', '"log2":11') WHERE day = '${last}'`,
    )
    const { problems } = await findProofProblems(db, first, last)
    expect(problems).toEqual([`${last} is not what the books say`])
  })

  /** @returns a function that ends the transaction */
  async function staysOpen(of: Db, write: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
    const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = of.transaction(async (tx) => {
      await write(tx)
      await tx.query('SELECT pg_current_xact_id()')
      begun.resolve()
      await open.promise
    })
    await Promise.race([begun.promise, writing])
    return () => {
      open.resolve()
      return writing
    }
  }

  function build() {
    let looked = 0
    let over = false
    const query: Db['query'] = (text, ...rest) => {
      if (text.includes('backend_xid')) looked += 1
      return db.query(text, ...rest)
    }
    const building = buildNextProof({ ...db, query }, at).finally(() => {
      over = true
    })
    return { building, isOver: () => over, looks: () => looked }
  }

  it('waits for a posting that is on its way, on a server', async () => {
    const day = addDays(last, 1)
    const end = await staysOpen(db, (tx) => post(tx, drawEntry(seededDice(1), 'on its way')).catch(() => undefined))
    await cut(day)
    const { building, isOver, looks } = build()
    await until('it is over, or has looked for writers several times', () => isOver() || looks() > 4)
    const wasOver = isOver()
    await end()
    expect(wasOver).toBe(false)
    expect(await building).toBe(day)
  })

  it('waits for nobody who writes in another database of the same server', async () => {
    const day = addDays(last, 2)
    const stranger = await testDb()
    try {
      const end = await staysOpen(stranger, (tx) => tx.query(`UPDATE setting_version SET version = version`))
      await cut(day)
      const { building, isOver, looks } = build()
      await until('it is over, or has looked for writers several times', () => isOver() || looks() > 4)
      const wasOver = isOver()
      await end()
      expect(wasOver).toBe(true)
      expect(await building).toBe(day)
    } finally {
      await stranger.close()
    }
  })
})
