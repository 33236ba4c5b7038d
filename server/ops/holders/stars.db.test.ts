import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedTeam } from '#db/demo-team.ts'
import { testDb } from '#engine/test/test-db.ts'
import { starHeld, starOf } from '#identity/team/star.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { Db } from '#kit/store/db.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { addDays, dayOf } from '#kit/time/clock.ts'
import { settle } from '../../loops/settlement.ts'
import { operate } from '../../test/test-operator.ts'

describe('stars of the demo', () => {
  let db: Db
  let clock: Awaited<ReturnType<typeof openClock>>
  const type = (line: string, demo = true) => operate({ db, clock }, line, { demo })
  beforeAll(async () => {
    db = await testDb()
    clock = await openClock(db)
  })
  afterAll(async () => {
    clock.close()
    await db.close()
  })

  it('stand from one to six on a line of leaders', async () => {
    const last = await db.transaction((tx) => seedTeam(tx, clock.now()))
    expect(last && (await starOf(db, last))).toBe(1)
    const rows = await db.query<{ star: number }>('SELECT star FROM wallet_star ORDER BY star')
    expect(rows.map(({ star }) => star)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('are lent for a year, and stay through weeks in which nothing earns them', async () => {
    const { walletId } = await testWallet(db, { at: clock.now() })
    const lent = await type(`star lend ${walletId} 4`)
    expect(lent).toMatchObject({ code: 0 })
    expect(lent.text).toContain(`done: ${walletId} holds 4 stars`)
    const later = addDays(dayOf(clock.now()), 20)
    await settle(db, new Date(`${later}T01:00:00Z`))
    expect(await starHeld(db, walletId)).toMatchObject({ star: 4, notice: { to: 0 } })
    expect((await type(`star lend ${walletId} 0`)).code).toBe(0)
    expect(await starOf(db, walletId)).toBe(0)
  })

  it('are lent nowhere else, to nobody unknown, and there are but six', async () => {
    const { walletId } = await testWallet(db, { at: clock.now() })
    expect((await type(`star lend ${walletId} 1`, false)).code).not.toBe(0)
    expect((await type(`star lend ${walletId} 7`)).code).not.toBe(0)
    expect((await type('star lend 0000000000 1')).code).not.toBe(0)
    expect(await starOf(db, walletId)).toBe(0)
  })
})
