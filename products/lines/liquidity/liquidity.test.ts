import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PairId } from '#kit/text/ids.ts'
import type { Account } from '#ledger/posting/chart.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { joined, type Liquidity, left } from '#market/trade/liquidity.ts'
import { testFacts, testOrder } from '../../terms/test-order.ts'
import { joinMarket, liquidity, pairOf } from './liquidity.ts'

const units = fc.bigInt({ min: 1_000n, max: 10n ** 15n })
const markets = fc.record({ base: units, quoted: units, shares: units })
const terms = { line: 'liquidity', weight: '1.2', exitFee: '0', powerPerDay: '0.001' } as const
const order = (baseUnits: bigint, sideUnits: bigint, leastShares = '0') =>
  testOrder({ baseUnits, sideUnits, promiseUnits: 0n, terms: { ...terms, leastShares } })

const sum = (postings: readonly Posting[], of: (account: Account) => boolean, asset: string) =>
  postings.reduce((total, { from, to, asset: coin, units: moved }) => {
    if (coin !== asset) return total
    return total + (of(to) ? moved : 0n) - (of(from) ? moved : 0n)
  }, 0n)
const inOrder = ({ purpose }: Account) => purpose === 'principal'
const inWallet = ({ purpose }: Account) => purpose === 'available'
const inMarket = ({ purpose }: Account) => purpose === 'reserve'
const coins = ['USDT', 'ATMC']
const stakeIn = (market: Liquidity, bought: ReturnType<typeof order>) => {
  const begun = joinMarket(bought, market)
  const { shareUnits = 0n, baseUnits = 0n, sideUnits = 0n } = begun.change ?? {}
  return { begun, stake: { shares: shareUnits, base: baseUnits, quoted: sideUnits } }
}

describe('liquidity mining, as a rule', () => {
  it('leaves nothing in the order once it has joined: what is not in the market is back in the wallet', () => {
    fc.assert(
      fc.property(markets, units, units, (market, base, side) => {
        const bought = order(base, side)
        const { begun, stake } = stakeIn(market, bought)
        const all = [...liquidity.open(bought), ...begun.postings]
        for (const asset of coins) expect(sum(all, inOrder, asset)).toBe(0n)
        expect(sum(all, inMarket, 'USDT')).toBe(stake.base)
        expect(sum(all, inMarket, 'ATMC')).toBe(stake.quoted)
        expect(sum(all, inWallet, 'USDT')).toBe(-stake.base)
        checkEntry({ key: 'test', at: bought.boughtAt, postings: begun.postings })
      }),
    )
  })

  it('gives back no more than it brought while nobody trades, at the end as at an early exit', () => {
    fc.assert(
      fc.property(markets, units, units, (market, base, side) => {
        const bought = order(base, side)
        const { begun, stake } = stakeIn(market, bought)
        if (begun.cancelled) return
        const running = { ...bought, ...begun.change }
        const now = joined(market, stake)
        const closed = liquidity.close(running, 'reinvest_off', { market: now })
        const exit = liquidity.exit?.(running, { granted: 0n, available: 0n }, { market: now })
        expect(exit?.returned).toEqual(closed.returned)
        expect(exit?.fee).toEqual([])
        expect((closed.returned[0]?.units ?? 0n) <= stake.base).toBe(true)
        expect((closed.returned[1]?.units ?? 0n) <= stake.quoted).toBe(true)
        for (const postings of [closed.postings, exit?.postings ?? []])
          if (postings.length > 0) checkEntry({ key: 'test', at: bought.boughtAt, postings })
        expect(left(now, stake)).toEqual(market)
      }),
    )
  })

  it('is cancelled whole where fewer shares come of it than its holder agreed to', () => {
    const market = { base: 1_000n, quoted: 4_000n, shares: 2_000n }
    const bought = order(100n, 400n, '0.00000201')
    const begun = joinMarket(bought, market)
    expect(begun).toMatchObject({ cancelled: true, postings: liquidity.cancel(bought) })
    expect(joinMarket({ ...bought, terms: { ...bought.terms, leastShares: '0.000002' } }, market)).not.toHaveProperty(
      'cancelled',
    )
  })

  it('takes back the POWER it granted at an early exit, as far as it is there, where its own terms say so', () => {
    const running = { ...order(1_000n, 4_000n), shareUnits: 1_000n }
    const said = { ...running, terms: { ...running.terms, powerBack: true } as const }
    const shared = { market: { base: 10_000n, quoted: 40_000n, shares: 20_000n } }
    const leave = (left: typeof running, granted: bigint, available: bigint) => {
      const exit = liquidity.exit?.(left, { granted, available }, shared)
      const moved = sum(exit?.postings ?? [], inWallet, 'POWER')
      expect(exit?.postings.every(({ units: each }) => each > 0n)).toBe(true)
      return [exit?.power, moved]
    }
    expect(leave(said, 7n, 9n)).toEqual([7n, -7n])
    expect(leave(said, 7n, 3n)).toEqual([3n, -3n])
    expect(leave(said, 7n, 0n)).toEqual([0n, 0n])
    expect(leave(running, 7n, 9n)).toEqual([0n, 0n])
  })

  it('is worth both coins, for the order, its limit and its POWER', () => {
    const plain = {
      ...{
        terms: testOrder({ terms }).terms,
        baseUnits: 100n,
        sideUnits: 400n,
        valueUnits: 1_500n,
        limitUnits: 1_600n,
      },
    } as Parameters<NonNullable<typeof liquidity.figures>>[0]
    const market = { base: 1_000n, quoted: 4_000n, shares: 2_000n }
    expect(liquidity.figures?.(plain, { market })).toMatchObject({
      ...{ valueUnits: 3_000n, limitUnits: 3_200n, sideValueUnits: 1_500n, powerUnits: 3n, shareUnits: 200n },
      terms: { powerBack: true },
    })
    for (const empty of [undefined, { ...market, base: 0n }, { ...market, quoted: 0n }])
      expect(() => liquidity.figures?.(plain, { market: empty })).toThrow('exchange.not_open')
  })

  it('counts only the part that joined, rounded down, and takes the least number of shares itself', () => {
    const market = { base: 1_000n, quoted: 4_000n, shares: 2_000n }
    const bought = { ...order(100n, 200n, '0.000001'), valueUnits: 199n, sideValueUnits: 101n }
    const { postings, change } = joinMarket(bought, market)
    expect(change).toEqual({ shareUnits: 100n, baseUnits: 50n, sideUnits: 200n, valueUnits: 99n, sideValueUnits: 50n })
    expect(postings.map(({ units: moved, code }) => [moved, code])).toEqual([
      [50n, undefined],
      [200n, undefined],
      [50n, 7],
    ])
    expect(joinMarket({ ...bought, terms: { ...bought.terms, leastShares: '0.00000101' } }, market).cancelled).toBe(
      true,
    )
  })

  it('weighs by shares and term; the seed weighs its shares', () => {
    const facts = testFacts({ seedShares: () => 7n })
    expect(liquidity.share?.weight({ ...order(1n, 1n), shareUnits: 1_000n }, facts)).toBe(1_200n)
    expect(liquidity.share?.company?.weight('USDT-ATMC', facts)).toBe(7n)
    expect(pairOf({ base: 'WLD', side: 'ATMX' })).toBe('WLD-ATMX' satisfies PairId)
  })
})
