import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { keepReserveCheck, signReserveChecks } from '../reserves/reserves.store.ts'
import { hotText, reserveText } from '../reserves/reserves.ts'
import type { Statement } from '../tree/format.ts'
import { buildProofs } from './build.job.ts'
import { publishedDays, signProofs } from './publish.store.ts'

const key = new Uint8Array(32).fill(5)
const at = new Date('2026-11-25T00:00:00Z')
const first = '2026-11-21' as Day
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the key that speaks for the company', () => {
  let db: Db
  let text: string
  beforeAll(async () => {
    db = await testDb()
    await db.transaction((tx) => takeSnapshot(tx, first))
    await buildProofs(db, at)
    await signProofs(db, key, at)
    text = (await publishedDays(db, 1))[0]?.text ?? ''
  })
  afterAll(() => db.close())

  const statement = (change: Partial<Statement>): string => JSON.stringify({ ...JSON.parse(text), ...change })
  const signedOf = async () => {
    const [row] = await db.query<{ days: bigint; looks: bigint }>(
      'SELECT (SELECT count(*) FROM proof_signature) AS days, (SELECT count(*) FROM reserve_signature) AS looks',
    )
    return row
  }
  /** Simulates an attacker with the database password but without the key; rolls back. */
  const askFor = (day: Day, asked: string) =>
    db
      .transaction(async (tx) => {
        await tx.query(
          `INSERT INTO proof_day (day, text, hash, seed, block_tops, built_at) VALUES ($1, $2, $3, $4, '', $5)`,
          [day, asked, digestOf(asked), new Uint8Array(32), at],
        )
        await signProofs({ ...db, query: tx.query } as Db, key, at)
        const [found] = await publishedDays(tx, 1)
        throw new Error(found?.day === day ? 'signed' : 'not signed')
      })
      .catch((error: unknown) => (error as Error).message)

  it('signs no text of another kind as a statement, no other day, and none that leads elsewhere', async () => {
    const next = addDays(first, 1)
    const epoch = '2026-11-23T00:00:00Z'
    const previous = digestOf(text)
    const head = ['glasshouse-log-head-v1', next, 7, '0'.repeat(64)].join('\n')
    expect(await askFor(next, head)).toMatch(/JSON/)
    expect(await askFor(next, '{"v":"RES1"}')).not.toBe('signed')
    expect(await askFor(next, text)).not.toBe('signed')
    expect(await askFor(next, statement({ day: addDays(first, 2), epoch, previous }))).toContain('another day')
    expect(await askFor(next, statement({ day: next, epoch }))).toBe('previous')
    expect(await askFor(next, statement({ day: next, epoch, previous, owed: ['1'] }))).not.toBe('signed')
    expect(await askFor(addDays(first, -1), statement({ day: addDays(first, -1), previous: '0'.repeat(64) }))).toBe(
      'previous',
    )
    expect(await askFor(next, statement({ day: next, epoch, previous }))).toBe('signed')
    expect(await signedOf()).toEqual({ days: 1n, looks: 0n })
  })

  it('signs no second statement of a day, no head of a log and no other part as reserves, and goes on with those that are', async () => {
    const said = JSON.parse(text) as Statement
    const look = (made: Date) => {
      const reserves = reserveText({ statement: said, digest: digestOf(text), chains: [], made })
      const hot = hotText(JSON.parse(reserves.text), digestOf(reserves.text))
      return { day: first, text: reserves.text, hot, short: [], madeAt: made }
    }
    const real = look(at)
    const head = ['glasshouse-log-head-v1', first, 7, '0'.repeat(64)].join('\n')
    const other = statement({ root: '1'.repeat(64) })
    for (const asked of [
      { ...real, text: other },
      { ...real, text: head },
      { ...real, hot: head },
      { ...real, hot: other },
      { ...real, madeAt: new Date(at.getTime() + 1) },
    ])
      await keepReserveCheck(db, asked)
    await keepReserveCheck(db, real)
    await expect(signReserveChecks(db, key, at)).rejects.toThrow()
    const rows = await db.query<{ text: string; hot: string }>(
      'SELECT l.text, l.hot FROM reserve_check l JOIN reserve_signature s ON s.check_id = l.id',
    )
    expect(rows).toEqual([{ text: real.text, hot: real.hot }])
  })
})
