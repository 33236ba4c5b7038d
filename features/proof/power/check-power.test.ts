import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { powerFigures } from '#products/power/power-figures.ts'
import { type PowerLine, powerText, readPower } from '#products/power/power-log.ts'
import { beginning, type Statement } from '#proofs/tree/format.ts'
import { checkPower } from './check-power.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const one = 100_000_000n

const lockup = (changes: Partial<PowerLine> = {}): PowerLine => ({
  line: 'lockup',
  orders: 2,
  value: 500n * one,
  named: one,
  paid: [{ code: 24, units: one, postings: 2 }],
  ...changes,
})

function world(ofDays: readonly (readonly PowerLine[])[]) {
  let previous = beginning
  const days = ofDays.map((lines, place) => {
    const day = `2026-11-0${place + 1}`
    const text = powerText({ day, previous, lines })
    previous = digestOf(text)
    return { day, text }
  })
  const statements = days
    .map(({ day, text }, place) => ({ day, logs: { power: { line: place + 1, hash: digestOf(text) } } }))
    .toReversed() as unknown as readonly Statement[]
  return { days, statements }
}
const { days, statements } = world([[lockup()], [lockup({ orders: 30 })], [lockup(), lockup({ line: 'dual2' })], []])
const check = (of: (typeof days)[number][], by = statements, before = '[]') => checkPower(by, { days: of, before })

describe('the POWER of days, checked by a device', () => {
  it('counts nobody below five', () => {
    const few = powerText({ day: '2026-11-01', previous: beginning, lines: [lockup({ orders: 4 })] })
    expect(readPower(few).lines).toEqual([lockup({ orders: 0, paid: [{ code: 24, units: one, postings: 0 }] })])
    const many = lockup({ orders: 5, paid: [{ code: 24, units: one, postings: 5 }] })
    expect(readPower(powerText({ day: '2026-11-01', previous: beginning, lines: [many] })).lines).toEqual([many])
  })

  it('hangs together up to the day the newest statement names', async () => {
    expect(await check(days)).toEqual({ is: 'right', until: '2026-11-04', isWhole: true })
    expect(await check(days, statements.slice(1))).toEqual({ is: 'right', until: '2026-11-03', isWhole: true })
    expect(await check(days.slice(1), statements, '[["lockup",20,"5","1",[]]]')).toEqual({
      is: 'right',
      until: '2026-11-04',
      isWhole: false,
    })
  })

  it('is wrong where a day was changed, left out, put in or told as another', async () => {
    for (const [place, { day, text }] of days.entries()) {
      const other = world([[lockup({ orders: 9 })], [lockup()], [], [lockup()]]).days[place]
      const found = await check(days.with(place, { day, text: other?.text ?? '' }))
      expect(found.is, `day ${place}`).toBe('wrong')
      expect((await check(days.toSpliced(place, 1))).is, `without day ${place}`).toBe(place === 0 ? 'right' : 'wrong')
      expect((await check(days.with(place, { day: '2026-12-01', text }))).is).toBe('wrong')
    }
    const anew = world([[lockup({ orders: 9 })], [lockup({ orders: 30 })], [lockup(), lockup({ line: 'dual2' })], []])
    expect((await check(anew.days)).is).toBe('wrong')
    expect((await check(anew.days, [...anew.statements.slice(0, 3), ...statements.slice(3)])).is).toBe('wrong')
    expect((await check(days, statements, '[["lockup",20,"5","1",[]]]')).is).toBe('wrong')
    expect((await check(days.slice(0, 3))).is).toBe('wrong')
    await expect(check([{ day: '2026-11-01', text: '{"v":"FLOWS1"}' }])).rejects.toThrow('unreadable power')
    for (const value of ['-5', '5e3', '0x5', ' 5', '+5', '05', '5.0', ''])
      await expect(check(days, statements, `[["lockup",20,${JSON.stringify(value)},"1",[]]]`)).rejects.toThrow(
        'unreadable',
      )
  })

  it('is only said before a statement names it', async () => {
    const unnamed = statements.map(({ day }) => ({ day, logs: {} })) as unknown as readonly Statement[]
    expect(await check(days, unnamed)).toEqual({ is: 'unnamed' })
    expect(await check(days, [...statements.slice(0, 1), ...unnamed.slice(1)])).toMatchObject({ is: 'right' })
  })
})

describe('what lines paid in POWER', () => {
  it('stands beside what was put in and what the terms name, all of it for 1,000 USDT a day', () => {
    const told = [
      { day: null, lines: [lockup({ orders: 4, value: 1_000n * one, named: 2n * one, paid: [] })] },
      { day: '2026-11-01', lines: [lockup({ orders: 0, value: 0n, named: 0n, paid: [] })] },
      { day: '2026-11-02', lines: [lockup()] },
      {
        day: '2026-11-03',
        lines: [
          lockup({
            paid: [
              { code: 24, units: 3n * one, postings: 2 },
              { code: 15, units: 2n * one, postings: 1 },
            ],
          }),
        ],
      },
    ]
    expect(powerFigures(told)).toEqual([
      {
        line: 'lockup',
        daily: 4n * one,
        once: 0n,
        back: 2n * one,
        realised: one,
        named: 2n * one,
        days: 2,
        course: [2n * one, 6n * one],
      },
    ])
  })

  it('takes nothing off the days of a line that takes back what its start gave', () => {
    const compound = lockup({
      line: 'compound',
      named: one / 2n,
      paid: [
        { code: 8, units: 50n * one, postings: 1 },
        { code: 9, units: one / 4n, postings: 1 },
        { code: 10, units: 20n * one, postings: 1 },
      ],
    })
    expect(powerFigures([{ day: '2026-11-01', lines: [compound] }])).toEqual([
      {
        line: 'compound',
        daily: one / 4n,
        once: 50n * one,
        back: 20n * one,
        realised: one / 2n,
        named: one,
        days: 1,
        course: [one / 2n],
      },
    ])
    expect(powerFigures([])).toEqual([])
  })

  it('is told to the nearest ten-thousandth, and from the first unit put in', () => {
    const figuresAt = (value: bigint, units: bigint) =>
      powerFigures([
        { day: '2026-11-01', lines: [lockup({ value, named: units, paid: [{ code: 24, units, postings: 1 }] })] },
      ])
    for (const [units, told] of [
      [4_999n, 0n],
      [5_000n, 10_000n],
      [14_999n, 10_000n],
      [15_000n, 20_000n],
    ] as const)
      expect(figuresAt(1_000n * one, units)).toMatchObject([{ realised: told, named: told, days: 1, course: [told] }])
    expect(figuresAt(1n, 1n)).toMatchObject([{ realised: 1_000n * one, days: 1, course: [1_000n * one] }])
    expect(figuresAt(0n, 1n)).toEqual([])
  })

  it('is a straight line where only the rounding of orders differs from day to day', () => {
    const told = [0n, 1n, 7n].map((lost, place) => {
      const named = one - lost
      return {
        day: `2026-11-0${place + 1}`,
        lines: [lockup({ named, paid: [{ code: 24, units: named, postings: 2 }] })],
      }
    })
    expect(powerFigures(told)).toMatchObject([
      { realised: 2n * one, named: 2n * one, course: [2n * one, 2n * one, 2n * one] },
    ])
  })
})
