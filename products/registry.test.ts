import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide, multiply, rateOf } from '#kit/amount/amount.ts'
import type { Asset } from '#kit/amount/coins.ts'
import type { Account } from '#ledger/posting/chart.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { accrualOf, lineOf, markLines, productLines } from './registry.ts'
import { legsOf } from './terms/legs.ts'
import type { CardPart, ProductLine } from './terms/line.ts'
import type { Order, Product } from './terms/order.ts'
import { termsOf } from './terms/purchase.ts'
import { testFacts, testOrder, testProducts } from './terms/test-order.ts'

function ordersOf(line: ProductLine, products: readonly Product[]): fc.Arbitrary<Order> {
  const product = fc.constantFrom(...products)
  return product.chain((chosen) =>
    fc
      .record({
        period: fc.constantFrom(...chosen.periods),
        baseUnits: fc.bigInt({ min: 1_000_000_000n, max: 10n ** 12n }),
        sideUnits: chosen.side ? fc.bigInt({ min: 0n, max: 10n ** 13n }) : fc.constant(0n),
        promiseUnits: line.fixed || line.source ? fc.bigInt({ min: 1n, max: 10n ** 10n }) : fc.constant(0n),
      })
      .map(({ period, ...amounts }) => ({
        ...testOrder({ ...amounts, valueUnits: amounts.baseUnits, sideValueUnits: amounts.sideUnits / 20n }),
        terms: termsOf(chosen, period),
      })),
  )
}

const sum = (postings: readonly Posting[], of: (account: Account) => boolean, asset: string) =>
  postings.reduce((total, posting) => {
    if (posting.asset !== asset) return total
    return total + (of(posting.to) ? posting.units : 0n) - (of(posting.from) ? posting.units : 0n)
  }, 0n)
const inOrder = (account: Account) => account.owner.startsWith('order:')
const inWallet = (account: Account) => account.owner.startsWith('wallet:')
const inFees = (account: Account) => account.owner === 'house' && account.purpose === 'fees'
const shared = {
  market: { base: 10n ** 14n, quoted: 10n ** 15n, shares: 10n ** 14n },
  fund: { principal: 10n ** 13n, shares: 10n ** 13n },
}
const paidIn = ({ share }: ProductLine, { terms }: Order): Asset => share?.needsPrice ?? terms.base
const power = fc.bigInt({ min: 0n, max: 10n ** 12n })
const endings = ['reinvest_off', 'pool_short', 'terms_changed', 'product_ended'] as const

describe.each(productLines.map((line) => [line.id, line] as const))('the line %s', (id, line) => {
  const products = testProducts.filter((product) => product.line === id)
  const orders = ordersOf(line, products)
  const always = (check: (order: Order) => void) => fc.assert(fc.property(orders, check))

  it('takes what the order says and nothing else', () => {
    always((order) => {
      const opened = line.open(order)
      expect(line.marks ? opened : []).toEqual([])
      if (line.marks) return
      const pays = line.source && order.terms.pays
      if (pays) {
        expect(sum(opened, inOrder, pays)).toBe(order.promiseUnits)
        expect(-sum(opened, inWallet, order.terms.base)).toBe(order.baseUnits)
        return
      }
      for (const { asset, units } of legsOf(order)) expect(-sum(opened, inWallet, asset)).toBe(units)
      expect(sum(opened, inOrder, order.terms.base)).toBe(order.baseUnits + order.promiseUnits)
    })
  })

  it('gives everything back when cancelled before the start', () => {
    always((order) => {
      const both = [...line.open(order), ...line.cancel(order)]
      for (const { asset } of legsOf(order)) {
        expect(sum(both, inWallet, asset)).toBe(0n)
        expect(sum(both, inOrder, asset)).toBe(0n)
      }
      if (order.terms.pays) expect(sum(both, inOrder, order.terms.pays)).toBe(0n)
    })
  })

  it('leaves nothing in the order, however it ends', () => {
    // Orders without a term never end automatically.
    if (products.every(({ periods }) => periods.every(({ days }) => days === 0))) return
    // liquidity.test.ts covers joined coins.
    if (line.joinsMarket) return
    fc.assert(
      fc.property(orders, fc.constantFrom(...endings), (order, ending) => {
        const closing = line.close(order, ending)
        const both = [...line.open(order), ...closing.postings]
        for (const { asset } of legsOf(order)) expect(sum(both, inOrder, asset)).toBe(0n)
        expect(sum(both, inWallet, order.terms.base)).toBe(order.promiseUnits)
        const [, sideCoin] = legsOf(order)
        if (!sideCoin) return
        // The second coin is retired only if the holder chose it.
        const retired = line.fixed && ending === 'reinvest_off' ? sideCoin.units : 0n
        expect(-sum(both, inWallet, sideCoin.asset)).toBe(retired)
        expect(closing.retired?.units ?? 0n).toBe(retired)
      }),
    )
  })

  it('grants POWER of each day, rounded down, and no coin', () => {
    if (line.source) return
    always((order) => {
      const granted = line.accrue(order, testFacts())
      expect(sum(granted, inWallet, 'POWER')).toBe(multiply(order.valueUnits, rateOf(order.terms.powerPerDay), 'down'))
      expect(granted.every(({ asset }) => asset === 'POWER')).toBe(true)
    })
  })

  it('promises coins only from a pool, and renews into an order that holds what it says, within the maximum', () => {
    const { fixed } = line
    if (!fixed) return expect(products.flatMap(({ periods }) => periods).every(({ rate }) => rate === '0')).toBe(true)
    fc.assert(
      fc.property(orders, fc.bigInt({ min: 0n, max: 10n ** 9n }), (order, promise) => {
        const renewal = fixed.renew(order, promise)
        const all = [...line.open(order), ...fixed.setAside(order, promise), ...renewal.postings]
        expect(sum(all, inOrder, order.terms.base)).toBe(renewal.next.baseUnits + renewal.next.promiseUnits)
        expect(renewal.next.baseUnits - order.baseUnits).toBe(renewal.joined)
        expect(renewal.joined <= order.promiseUnits).toBe(true)
        expect(renewal.next.valueUnits <= 1_000_000_000_000n).toBe(true)
      }),
    )
  })

  it('is left early, if at all, for the fee of its terms: the rest comes back rounded down, no more POWER goes than is there', () => {
    const { exit } = line
    expect(products.every(({ exitFee }) => (exitFee === undefined) === (exit === undefined))).toBe(true)
    if (!exit || line.ownSteps) return
    fc.assert(
      fc.property(orders, power, power, (order, granted, available) => {
        const left = exit(order, { granted, available })
        const all = [...line.open(order), ...left.postings]
        for (const [index, { asset, units }] of legsOf(order).entries()) {
          const back = divide(units * 95n, 100n, 'down')
          expect(left.returned[index]).toEqual({ asset, units: back })
          expect(left.fee[index]).toEqual({ asset, units: units - back })
          expect(sum(all, inOrder, asset)).toBe(0n)
          expect(-sum(all, inWallet, asset)).toBe(units - back)
          expect(sum(all, inFees, asset)).toBe(units - back)
        }
        expect(left.power <= granted && left.power <= available).toBe(true)
        expect([granted, available]).toContain(left.power)
        expect(-sum(all, inWallet, 'POWER')).toBe(left.power)
      }),
    )
  })

  it('moves only what the table of movements knows, each wallet movement under a code of its own', () => {
    fc.assert(
      fc.property(orders, power, (order, granted) => {
        const { fixed } = line
        const entries = [
          line.open(order),
          line.cancel(order),
          line.start?.(order, testFacts()).postings ?? [],
          line.accrue(order, testFacts()),
          ...(line.share ? [line.share.pay(order, paidIn(line, order), 1n)] : []),
          ...(fixed ? [fixed.setAside(order, fixed.nextPromise(order)), fixed.renew(order, 1n).postings] : []),
          ...endings.map((ending) => line.close(order, ending, shared).postings),
          ...(line.exit ? [line.exit(order, { granted, available: granted }, shared).postings] : []),
        ]
        for (const postings of entries) {
          if (postings.length === 0) continue
          checkEntry({ key: 'test', at: order.boughtAt, postings })
          for (const posting of postings)
            if (inWallet(posting.from) || inWallet(posting.to))
              expect(line.codes[posting.asset === 'POWER' ? 'power' : 'coin']).toContain(posting.code)
        }
      }),
    )
  })

  it('says the worst case first, and every part of the card', () => {
    expect(products.length).toBeGreaterThan(0)
    for (const product of products) {
      const parts = line.card(product).map((text) => text.part)
      expect(parts[0]).toBe('worst')
      const wanted: CardPart[] = ['worst', 'payer', 'formula', 'fees', 'lock', 'exit', 'earn']
      expect([...new Set(parts)]).toEqual(wanted)
    }
  })
})

describe('all lines', () => {
  it('share no record code but those of an end, of interest and of leaving early', () => {
    const shared = [18, 107, 112]
    const coinCodes = productLines.flatMap((line) => line.codes.coin.filter((code) => !shared.includes(code)))
    expect(new Set(coinCodes).size).toBe(coinCodes.length)
    const powerCodes = productLines.flatMap((line) => line.codes.power.filter((code) => code !== 15))
    expect(new Set(powerCodes).size).toBe(powerCodes.length)
  })
})

describe('the lines', () => {
  it('are found by their name, and only those', () => {
    expect(productLines.every((line) => lineOf(line.id) === line)).toBe(true)
    expect(() => lineOf('moon' as never)).toThrow('the line moon exists')
  })

  it('pay a fixed rate, a share of a pot, a release or POWER; an acceleration only marks', () => {
    expect(Object.fromEntries(productLines.map((line) => [line.id, accrualOf(line)]))).toMatchObject({
      ...{ dual: 'fixed', compound: 'share', liquidity: 'share', fund: 'share', machine: 'share', node: 'share' },
      ...{ dual2: 'power', lockup: 'power' },
    })
    expect(markLines).toEqual(['acceleration'])
  })

  it('differ in what they are: only a fund and compound end at will, and only coins of liquidity join a market', () => {
    const traits = (line: ProductLine) =>
      Object.entries(line).flatMap(([name, value]) => (value === true ? [name] : []))
    expect(Object.fromEntries(productLines.map((line) => [line.id, traits(line).toSorted().join(' ')]))).toEqual({
      ...{ dual: '', dual2: '', lockup: '', compound: 'endsAtWill grows', acceleration: 'marks oneEntry' },
      ...{ package: 'oneEntry', liquidity: 'joinsMarket oneEntry ownSteps' },
      fund: 'accruesNothing endsAtWill ownSteps sharesProfit',
      ...{ machine: 'accruesNothing oneEntry', node: 'accruesNothing oneEntry' },
    })
  })
})
