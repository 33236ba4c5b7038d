import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { investingWorld } from '#features/investing/test-world.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { audit } from '#ledger/audit.store.ts'
import { routes } from '#server/calls/routes.ts'
import { testCall } from '#server/test/test-call.ts'
import { makeHistory } from './history.ts'
import { ownReads, type Read } from './reads.ts'

/** Database pages that a query touches, cached or not. */
type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }

function counting(db: Db) {
  let pages = 0
  const query: Db['query'] = async (text, params, name) => {
    const [row] = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, FORMAT JSON) ${text}`,
      params,
    )
    const plan = row?.['QUERY PLAN'][0]?.Plan
    pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    return db.query(text, params, name)
  }
  return { db: { ...db, query }, pages: () => pages }
}

const [few, many] = [200, 1_500]

describe('reads of one’s own history', () => {
  let world: Awaited<ReturnType<typeof investingWorld>>
  let reads: readonly Read[]
  const touched = new Map<number, ReadonlyMap<string, number>>()
  const answers = new Map<number, ReadonlyMap<string, unknown>>()

  beforeAll(async () => {
    // Uses the API's planner settings, because they determine the pages read.
    world = await investingWorld(undefined, { db: await testDb({ steadyPlans: true }) })
    await world.fund({ ATMC: '1000' }, 'compute')
    const histories: { records: number; walletId: WalletId; orderId: number }[] = []
    for (const records of [few, many]) {
      const [walletId, otherId] = [await world.wallet(), await world.wallet()]
      const { orderId } = await world.buy(walletId)
      await makeHistory(world.db, { walletId, otherId, orderId, now: world.clock.now() }, records)
      histories.push({ records, walletId, orderId })
    }
    // Counts with all data present, because plans depend on table size.
    await world.db.query('ANALYZE')
    for (const { records, walletId, orderId } of histories) {
      reads = ownReads(orderId, world.clock.now())
      const [pages, said] = [new Map<string, number>(), new Map<string, unknown>()]
      for (const { name, contract, input } of reads) {
        const found = routes(true).find((each) => each.contract === contract)
        if (!found) throw new Error(`${name} is implemented`)
        // Fills caches before counting.
        said.set(name, await found.run(input, testCall({ ...world, walletId })))
        const counted = counting(world.db)
        await found.run(input, testCall({ ...world, db: counted.db, walletId }))
        pages.set(name, counted.pages())
      }
      touched.set(records, pages)
      answers.set(records, said)
    }
  })
  afterAll(() => world.close())

  it('touch no more of the database however many records there are', () => {
    const grown = reads
      .map(({ name }) => ({
        name,
        few: touched.get(few)?.get(name) ?? 0,
        many: touched.get(many)?.get(name) ?? Infinity,
      }))
      .filter((each) => each.few === 0 || each.many > each.few * 1.5 + 100)
    expect(grown).toEqual([])
  })

  it('say the same of what is the same in both', () => {
    const same = ['summary', 'trend', 'results', 'income by source', 'records of a rare type']
    const shown = (records: number, name: string) =>
      JSON.stringify(answers.get(records)?.get(name)).replaceAll(
        /"id":"\d+"|"next":"\d+"|"ref":"[^"]*"|"orderId":\d+|"balanceAfter":"[^"]*"/g,
        '',
      )
    for (const name of same) expect(shown(many, name), name).toBe(shown(few, name))
  })

  it('leave the books in order', async () => {
    expect(await audit(world.db)).toEqual([])
  })
})
