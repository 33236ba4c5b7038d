import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { bonusesOf, type Uplines } from './bonus.ts'
import { type Held, splitLoss, splitProfit } from './profit.ts'

const at = new Date('2026-12-01T00:00:00Z')
const names = ['A', 'B', 'C', 'D', 'E', 'F'] as unknown as WalletId[]
const wallet = (name: string) => name as WalletId
const order = (changes: Partial<Held> & { id?: number } = {}): Held => ({
  orderId: (changes.id ?? 1) as OrderId,
  walletId: wallet('A'),
  principal: 100n,
  lost: 0n,
  shares: 100n,
  startedAt: addMs(at, -dayMs),
  ...changes,
})
const sum = (parts: readonly { units: bigint }[]) => parts.reduce((total, { units }) => total + units, 0n)

const orders = fc.array(
  fc.record({
    walletId: fc.constantFrom(...names),
    principal: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    lost: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    shares: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    startedAt: fc.integer({ min: 0, max: 200 }).map((days) => addMs(at, -days * dayMs)),
  }),
  { maxLength: 12 },
)
const held = orders.map((list) => list.map((one, place): Held => ({ ...one, orderId: place as OrderId })))
const trees = fc.tuple(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }), fc.boolean()).map(
  ([stars, chain]): Uplines =>
    names.map((walletId, place) => ({
      walletId,
      sponsorId: chain ? (names[place - 1] ?? null) : null,
      star: (stars[place] ?? 0) % 7,
      barred: (stars[place] ?? 0) > 6,
    })),
)

describe('the profit of a fund', () => {
  it('refills what was lost before anything is shared', () => {
    const two = [order({ id: 1, lost: 30n }), order({ id: 2, lost: 10n })]
    const split = splitProfit(20n, two, at, [])
    expect(split.refills.map(({ units }) => units)).toEqual([15n, 5n])
    expect(split).toMatchObject({ dividends: [], bonuses: [], fee: 0n, left: 0n })
  })

  it('is shared 70, 20 and 10 after that: what finds nobody above joins the 70', () => {
    const two = [order({ id: 1 }), order({ id: 2, startedAt: addMs(at, -90 * dayMs) })]
    const alone = splitProfit(1_000n, two, at, [])
    expect(alone.fee).toBe(100n)
    expect(alone.dividends.map(({ units }) => units)).toEqual([360n, 540n])
    const tree: Uplines = [
      { walletId: wallet('R'), sponsorId: null, star: 6, barred: false },
      { walletId: wallet('A'), sponsorId: wallet('R'), star: 0, barred: false },
    ]
    const below = splitProfit(1_000n, two, at, tree)
    expect(below.bonuses).toEqual([{ to: 'R', units: 200n }])
    expect(sum(below.dividends)).toBe(700n)
  })

  it('never pays more than it is, refills at most what was lost, and loses nothing on the way', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), held, trees, (profit, list, tree) => {
        const split = splitProfit(profit, list, at, tree)
        expect(sum(split.refills) + sum(split.dividends) + sum(split.bonuses) + split.fee + split.left).toBe(profit)
        for (const { to, units } of split.refills) expect(units <= to.lost).toBe(true)
        const rest = profit - sum(split.refills)
        expect(sum(split.bonuses) * 5n <= rest).toBe(true)
        if (list.length > 0) expect(split.left < BigInt(list.length) + 1n).toBe(true)
        const lost = list.reduce((total, one) => total + one.lost, 0n)
        expect(sum(split.refills) === profit || sum(split.refills) === lost).toBe(true)
      }),
    )
  })

  it('goes up by the difference of stars: nobody is paid twice for the same star', () => {
    const tree: Uplines = [
      { walletId: wallet('A'), sponsorId: null, star: 6, barred: false },
      { walletId: wallet('B'), sponsorId: wallet('A'), star: 1, barred: false },
      { walletId: wallet('C'), sponsorId: wallet('B'), star: 1, barred: false },
      { walletId: wallet('D'), sponsorId: wallet('C'), star: 3, barred: false },
    ]
    expect(bonusesOf([{ to: wallet('D'), units: 400n }], tree)).toEqual([
      { to: 'A', units: 150n },
      { to: 'C', units: 250n },
    ])
  })
})

describe('the bonus of a fund', () => {
  it('pays nobody who lives where referral is off: their part joins the 70 and goes to nobody else above', () => {
    const tree = (barred: readonly string[]): Uplines =>
      [
        { name: 'R', above: null, star: 6 },
        { name: 'S', above: 'R', star: 3 },
        { name: 'A', above: 'S', star: 0 },
      ].map(({ name, above, star }) => ({
        walletId: wallet(name),
        sponsorId: above === null ? null : wallet(above),
        star,
        barred: barred.includes(name),
      }))
    const split = (barred: readonly string[]) => {
      const { bonuses, dividends } = splitProfit(1_000n, [order()], at, tree(barred))
      return [bonuses.map(({ to, units }) => `${to} ${units}`), sum(dividends)]
    }
    expect(split([])).toEqual([['R 45', 'S 155'], 700n])
    expect(split(['S'])).toEqual([['R 45'], 855n])
    expect(split(['R'])).toEqual([['S 155'], 745n])
    expect(split(['R', 'S'])).toEqual([[], 900n])
  })
})

describe('the weight of a share', () => {
  it('rises after 30 and 90 whole days', () => {
    const dividendAfter = (ms: number) =>
      splitProfit(10_000n, [order({ id: 1, startedAt: at }), order({ id: 2, startedAt: addMs(at, -ms) })], at, [])
        .dividends[1]?.units
    expect([30 * dayMs - 1, 30 * dayMs, 90 * dayMs - 1, 90 * dayMs].map(dividendAfter)).toEqual([
      ...[4_500n, 4_909n, 4_909n, 5_400n],
    ])
  })

  it('gives half of a bonus to the sponsor, and of the other half 25, 40, 55, 70, 85 or 100 % by star', () => {
    const bonusOf = (star: number) => {
      const tree: Uplines = [
        { walletId: wallet('A'), sponsorId: null, star, barred: false },
        { walletId: wallet('B'), sponsorId: wallet('A'), star: 0, barred: false },
        { walletId: wallet('C'), sponsorId: wallet('B'), star: 0, barred: false },
      ]
      return bonusesOf([{ to: wallet('C'), units: 200n }], tree).map(({ to, units }) => `${to} ${units}`)
    }
    expect([1, 2, 3, 4, 5, 6].map((star) => bonusOf(star)[0])).toEqual([
      'A 25',
      'A 40',
      'A 55',
      'A 70',
      'A 85',
      'A 100',
    ])
    expect(bonusOf(0)).toEqual(['B 100'])
  })
})

describe('the loss of a fund', () => {
  it('takes the same fraction of every order, together exactly the loss', () => {
    expect(splitLoss(30n, [order({ id: 1, principal: 200n }), order({ id: 2 })]).map(({ units }) => units)).toEqual([
      20n,
      10n,
    ])
    fc.assert(
      fc.property(held, fc.nat(1_000), (list, thousandths) => {
        const all = list.reduce((total, { principal }) => total + principal, 0n)
        if (all === 0n) return
        const loss = (all * BigInt(thousandths)) / 1_000n
        const parts = splitLoss(loss, list)
        expect(sum(parts)).toBe(loss)
        for (const { to, units } of parts) expect(units <= to.principal).toBe(true)
      }),
    )
  })
})
