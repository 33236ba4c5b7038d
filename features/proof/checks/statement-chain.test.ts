import { describe, expect, it } from 'vitest'
import { digestOf, publishedDay } from '#proofs/tree/test-day.ts'
import { walkDown } from './statement-chain.ts'

const makeDays = (count: number, owed = 1n) => {
  const days: { day: string; text: string; signature: string; publicKey: string }[] = []
  for (let number = 0; number < count; number += 1) {
    const day = `2026-11-${String(number + 1).padStart(2, '0')}`
    const before = days.at(-1)
    const wallets = [{ owner: 'ANA0000000', owed: [['available', [owed]]] as const }]
    days.push({ day, ...publishedDay({ day, assets: ['USDT'], wallets, house: [], capital: [0n], before }).published })
  }
  return days
}
const told = makeDays(9)
const [newest] = told.slice(-1)
if (!newest) throw new Error('there is a newest day')
const daysOf = (statements: readonly { readonly day: string }[]) => statements.map(({ day }) => Number(day.slice(-2)))

async function walk(first: string, kept: readonly (typeof told)[number][], server = told) {
  const asked: string[] = []
  const found = await walkDown(newest as (typeof told)[number], {
    kept,
    first,
    digestOf: async (text) => digestOf(text),
    fetchOlder: async (before, from) => {
      asked.push(`${before.slice(-2)}-${from.slice(-2)}`)
      return server
        .filter(({ day }) => day < before && day >= from)
        .toReversed()
        .slice(0, 4)
    },
  })
  return { days: daysOf(found.statements), changed: found.changed, asked }
}
const keptDays = (...numbers: readonly number[]) => told.filter((_, place) => numbers.includes(place + 1))

describe('the way down the statements', () => {
  it('fetches none where only the newest is wanted', async () => {
    expect(await walk('2026-11-09', [])).toEqual({ days: [9], changed: undefined, asked: [] })
  })

  it('fetches none where this device keeps the one before', async () => {
    expect(await walk('2026-11-08', keptDays(8))).toEqual({ days: [9, 8], changed: undefined, asked: [] })
  })

  it('fetches what was published since the last visit, down to what is kept', async () => {
    expect(await walk('2026-11-05', keptDays(5, 4))).toEqual({
      days: [9, 8, 7, 6, 5],
      changed: undefined,
      asked: ['09-05'],
    })
  })

  it('goes page by page to the first of all, and fetches each once', async () => {
    expect(await walk('', [])).toEqual({ days: [9, 8, 7, 6, 5, 4, 3, 2, 1], changed: undefined, asked: ['09-', '05-'] })
    const again = await walk('', told)
    expect(again).toEqual({ days: [9, 8, 7, 6, 5, 4, 3, 2, 1], changed: undefined, asked: [] })
    expect((await walk('', keptDays(8, 7, 3, 2, 1))).asked).toEqual(['07-03'])
  })

  it('ends where the server has no more', async () => {
    expect(await walk('', [], told.slice(4))).toMatchObject({ days: [9, 8, 7, 6, 5], asked: ['09-', '05-'] })
  })

  it('names the day that was rewritten since this device kept it', async () => {
    const others = makeDays(9, 2n)
    const rewritten = await walk(
      '2026-11-07',
      [others[6], others[5]].filter((each) => each !== undefined),
    )
    expect(rewritten).toMatchObject({ days: [9, 8, 7], changed: '2026-11-07' })
  })

  it('names a day that is gone, and one newer than the newest', async () => {
    const [later] = makeDays(10).slice(-1)
    expect(
      (
        await walk(
          '2026-11-09',
          [later].filter((each) => each !== undefined),
        )
      ).changed,
    ).toBe('2026-11-10')
    const gone = { ...told[0], day: '2026-11-06' } as (typeof told)[number]
    expect((await walk('2026-11-05', [gone])).changed).toBe('2026-11-06')
  })

  it('takes a text it cannot read for the end', async () => {
    const damaged = { ...newest, text: '{' }
    const options = {
      kept: [],
      first: '',
      digestOf: async (text: string) => digestOf(text),
      fetchOlder: async () => [],
    }
    expect(await walkDown(damaged, options)).toEqual({ statements: [damaged], changed: undefined })
  })
})
