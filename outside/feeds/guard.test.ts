import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { demoFeed, demoPrice, type Fault, faults } from './demo-feed.ts'
import { deviates, type FeedAnswer, isReferenceRight, type Standing, stepStanding, weighAnswers } from './guard.ts'
import { feedScale } from './port.ts'

const now = new Date('2026-11-22T12:00:00Z')
const seeds = [1, 2, 3, 4]
const whyOf: Readonly<Record<Fault, string>> = {
  stale: 'stale',
  future: 'future',
  zero: 'not_positive',
  negative: 'not_positive',
  decimal_slip: 'off',
  lying: 'off',
  down: 'silent',
  crossed: 'crossed',
}

const answersWith = (wrong: Readonly<Record<number, Fault>>): Promise<FeedAnswer[]> =>
  Promise.all(
    seeds.map((seed) => {
      const feed = demoFeed(seed, () => wrong[seed])
      return feed.read('WLD', now).then(
        (quote): FeedAnswer => ({ feed: feed.name, quote }),
        (): FeedAnswer => ({ feed: feed.name, error: 'down' }),
      )
    }),
  )
const isNear = (price: bigint | undefined): boolean => {
  const right = demoPrice(1, 'WLD', now)
  return price !== undefined && price * 1_000n > right * 998n && price * 1_000n < right * 1_002n
}

describe('what the feeds together say', () => {
  it('is the middle of their middles', () => {
    const quote = (bid: bigint, ask: bigint) => ({ bid: bid * feedScale, ask: ask * feedScale, at: now })
    const answers = [
      { feed: 'a', quote: quote(1_000n, 1_002n) },
      { feed: 'b', quote: quote(1_010n, 1_012n) },
      { feed: 'c', quote: quote(1_003n, 1_005n) },
    ]
    expect(weighAnswers(answers, now)).toEqual({ price: 1_004n * feedScale, used: ['a', 'b', 'c'], dropped: [] })
    expect(weighAnswers(answers.slice(1), now)).toEqual({ price: undefined, used: [], dropped: [] })
  })

  it.each(faults)('survives any one feed that is wrong: %s', async (fault) => {
    for (const seed of seeds) {
      const { price, used, dropped } = weighAnswers(await answersWith({ [seed]: fault }), now)
      expect(isNear(price)).toBe(true)
      expect(used).not.toContain(`Demo ${seed}`)
      expect(dropped).toEqual([{ feed: `Demo ${seed}`, why: whyOf[fault] }])
    }
  })

  it('is no price at all when two of four are wrong, whatever each of them gets wrong', async () => {
    for (const first of faults)
      for (const second of faults) {
        const { price } = weighAnswers(await answersWith({ 1: first, 3: second }), now)
        expect(price, `${first} and ${second}`).toBeUndefined()
      }
  })

  it('stays with the honest majority, whatever one feed says', async () => {
    const honest = (await answersWith({})).slice(1)
    const whatever = fc.record({
      bid: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      ask: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      at: fc.date({ noInvalidDate: false }),
    })
    fc.assert(
      fc.property(whatever, (quote) => {
        expect(isNear(weighAnswers([{ feed: 'liar', quote }, ...honest], now).price)).toBe(true)
      }),
    )
  })

  it('leaves out who wants too much between buying and selling, and a quote from no time at all', async () => {
    const [one, ...rest] = await answersWith({})
    const quote = one?.quote
    if (!quote) throw new Error('the first demo feed answers')
    const wide = { feed: 'Demo 1', quote: { ...quote, ask: (quote.bid * 102n) / 100n } }
    expect(weighAnswers([wide, ...rest], now).dropped).toEqual([{ feed: 'Demo 1', why: 'wide' }])
    const timeless = { feed: 'Demo 1', quote: { ...quote, at: new Date(Number.NaN) } }
    expect(weighAnswers([timeless, ...rest], now).dropped).toEqual([{ feed: 'Demo 1', why: 'stale' }])
  })
})

describe('the standing price', () => {
  const standing: Standing = { price: 1_000n, at: now, jump: undefined, isHalted: false }
  const inSeconds = (seconds: number) => addMs(now, seconds * 1_000)

  it('follows small steps at once', () => {
    expect(stepStanding(undefined, 900n, now).price).toBe(900n)
    expect(stepStanding(standing, 1_050n, inSeconds(15))).toEqual({ ...standing, price: 1_050n, at: inSeconds(15) })
  })

  it('takes a jump within a minute only when it is said in three rounds on end', () => {
    const once = stepStanding(standing, 1_100n, inSeconds(15))
    expect(once).toEqual({ ...standing, jump: { price: 1_100n, rounds: 1 } })
    const twice = stepStanding(once, 1_105n, inSeconds(30))
    expect(twice).toMatchObject({ price: 1_000n, jump: { rounds: 2 } })
    expect(stepStanding(twice, 1_102n, inSeconds(75))).toMatchObject({
      price: 1_102n,
      jump: undefined,
      at: inSeconds(75),
    })
    expect(stepStanding(twice, 1_180n, inSeconds(45)).jump).toEqual({ price: 1_180n, rounds: 1 })
    expect(stepStanding(twice, 1_010n, inSeconds(45))).toMatchObject({ price: 1_010n, jump: undefined })
  })

  it('takes the same step at once when a minute has passed since the last price', () => {
    expect(stepStanding(standing, 1_100n, addMs(now, minuteMs + 1)).price).toBe(1_100n)
  })

  it('halts at a jump of more than a fifth, for good', () => {
    const halted = stepStanding(standing, 1_201n, inSeconds(15))
    expect(halted).toMatchObject({ price: 1_000n, isHalted: true })
    expect(stepStanding(halted, 1_000n, inSeconds(30))).toEqual(halted)
    expect(stepStanding(standing, 799n, addMs(now, 60 * minuteMs)).isHalted).toBe(true)
  })
})

describe('what an operator hears of', () => {
  it('is a market that is further from the feeds than the limit', () => {
    const limit = 5_000_000n
    expect(deviates(105n, 100n, limit)).toBe(false)
    expect(deviates(1_051n, 1_000n, limit)).toBe(true)
    expect(deviates(949n, 1_000n, limit)).toBe(true)
  })

  it('is USDT outside 0.98 to 1.02 dollars', () => {
    const cents = (count: bigint) => (feedScale * count) / 100n
    expect([97n, 98n, 100n, 102n, 103n].map((count) => isReferenceRight(cents(count)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })
})
