import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { seededDice } from '#kit/text/random.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { drawEntry } from '#ledger/test/test-world.ts'
import { buildProofs } from '../days/build.job.ts'
import { findProofProblems } from '../days/check.server.ts'
import { loadProofDays } from '../days/proofs.store.ts'
import { beginning, type Statement } from '../tree/format.ts'
import { firstGap } from './check-flows.ts'
import { flowsBefore, flowTexts } from './flows.store.ts'
import { flowsText, isHolders, readFlows } from './flows.ts'

const first = '2026-11-21' as Day
const last = addDays(first, 2)
const at = new Date('2026-11-25T00:00:00Z')
const seed = Number(process.env.GLASSHOUSE_SEED ?? 20261123)
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the sums of a day', () => {
  let db: Db
  let entries = 0
  const dice = seededDice(seed)
  const live = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      entries += 1
      await db.transaction((tx) => post(tx, drawEntry(dice, `entry ${entries}`))).catch(() => undefined)
    }
  }
  const statements = async () => (await loadProofDays(db, first, last)).map(({ text }): Statement => JSON.parse(text))
  const days = async () => (await flowTexts(db, first, last)).map(({ text }) => text)

  beforeAll(async () => {
    db = await testDb()
    const venue = { owner: 'outside:venue', purpose: 'all' } as const
    const postings = [
      ...coins.map((asset) => ({ from: outside('bsc'), to: company('capital'), asset, units: 10n ** 10n })),
      { from: venue, to: outside('bsc'), asset: 'USDT', units: 10n ** 9n } as const,
    ]
    await db.transaction((tx) => post(tx, { key: 'begin', at: new Date('2026-11-20T00:00:00Z'), postings }))
    for (const day of [first, addDays(first, 1), last]) {
      await live(200)
      await db.transaction((tx) => takeSnapshot(tx, day))
    }
    await live(50)
    await buildProofs(db, at)
  })
  afterAll(() => db.close())

  it(`are named by the statement, chained, and lead from each statement to the next, seed ${seed}`, async () => {
    let before: Statement | undefined
    let previous = beginning
    for (const [place, text] of (await days()).entries()) {
      const statement = (await statements())[place]
      if (!statement) throw new Error('every day has its statement')
      expect(statement.logs.flows).toEqual({ line: place + 1, hash: digestOf(text) })
      const read = readFlows(text)
      expect([read.day, read.previous, flowsText(read)]).toEqual([statement.day, previous, text])
      expect(firstGap(before, read.flows, statement)).toBeUndefined()
      before = statement
      previous = digestOf(text)
    }
    const all = [...(await flowsBefore(db, last)), ...readFlows((await days()).at(-1) ?? '').flows]
    if (!before) throw new Error('there are three days')
    expect(firstGap(undefined, all, before)).toBeUndefined()
    expect(all.length).toBeGreaterThan(60)
  })

  it('count nobody below five: one posting would be one person', async () => {
    const counts = (await days()).flatMap((text) => readFlows(text).flows.map(({ postings }) => postings))
    expect(counts).toContain(0)
    expect(counts.filter((count) => count > 0 && count < 5)).toEqual([])
  })

  it('show a unit that is said to have gone elsewhere, and a day left out', async () => {
    const [one, two] = await statements()
    const [, text] = await days()
    if (!one || !two || !text) throw new Error('there are three days')
    const { flows } = readFlows(text)
    for (const [place, flow] of flows.entries()) {
      const forged = flows.with(place, { ...flow, units: flow.units + 1n })
      expect(firstGap(one, forged, two), JSON.stringify([flow.from, flow.to])).toBeDefined()
    }
    expect(firstGap(one, [], two)).toBeDefined()
    expect(() => readFlows(text.replace('FLOWS1', 'FLOWS2'))).toThrow('flows')
    expect(() => readFlows(text.replace(/"(\d+)",0\]/, '"-1",0]'))).toThrow('unreadable')
  })

  it('lead to what markets have, whoever has shares of them', () => {
    const statement = (company: string, share: string): Statement =>
      ({
        assets: ['USDT'],
        own: {},
        house: [{ owner: 'market:USDT-ATMC', kind: 'market', amounts: [company] }],
        kinds: { share: [share] },
        booked: {},
      }) as unknown as Statement
    const flow = {
      from: 'wallet.available',
      to: 'market.USDT-ATMC.reserve',
      coin: 'USDT',
      code: 5,
      units: 30n,
      postings: 1,
    }
    const put = { ...flow, from: 'order.liquidity.principal', code: -1, units: 20n }
    expect(firstGap(statement('100', '0'), [flow, put], statement('130', '20'))).toBeUndefined()
    expect(firstGap(statement('100', '0'), [flow, put], statement('130', '21'))).toBe('market USDT')
    expect(firstGap(statement('100', '0'), [flow, put], statement('150', '20'))).toBe('market USDT')
  })

  it('hold nothing of what holders do among themselves, and no wallet', async () => {
    const texts = (await days()).join('')
    expect(texts).not.toMatch(/wallet:|order:/)
    for (const text of await days())
      expect(readFlows(text).flows.filter(({ from, to }) => isHolders(from) && isHolders(to))).toEqual([])
    expect(isHolders('order.dual.promised')).toBe(false)
  })

  it('are held against the books by an operator, with the lines of logs that statements name', async () => {
    expect(await findProofProblems(db, first, last)).toEqual({ days: 3, problems: [] })
    const wrong = { name: 'queue', head: async () => undefined, hashAt: async () => undefined }
    expect((await findProofProblems(db, first, last, [wrong])).problems).toEqual([])
    await asOwner(
      db,
      `ALTER TABLE proof_flow_day DISABLE TRIGGER append_only;
       UPDATE proof_flow_day SET hash = repeat('0', 64) WHERE day = '${first}'`,
    )
    expect((await findProofProblems(db, addDays(first, 1), last)).problems).toEqual([
      `${addDays(first, 1)} is not what the books say`,
    ])
  })
})
