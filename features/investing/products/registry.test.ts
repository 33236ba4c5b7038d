import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '#ledger/chart.ts'
import type { Posting } from '#ledger/entry.ts'
import { testOrder, testProduct } from '../test-order.ts'
import type { CardPart } from './line.ts'
import { productLines } from './registry.ts'

const units = fc.bigInt({ min: 1_000_000_000n, max: 10n ** 12n })
const orders = fc
  .record({
    baseUnits: units,
    sideUnits: fc.bigInt({ min: 0n, max: 10n ** 13n }),
    promiseUnits: fc.bigInt({ min: 0n, max: 10n ** 10n }),
  })
  .map((amounts) => testOrder({ ...amounts, valueUnits: amounts.baseUnits, sideValueUnits: amounts.sideUnits / 20n }))

const sum = (postings: readonly Posting[], of: (account: Account) => boolean, asset: string) =>
  postings.reduce((total, posting) => {
    if (posting.asset !== asset) return total
    return total + (of(posting.to) ? posting.units : 0n) - (of(posting.from) ? posting.units : 0n)
  }, 0n)
const inOrder = (account: Account) => account.owner.startsWith('order:')
const inWallet = (account: Account) => account.owner.startsWith('wallet:')

describe.each(productLines.map((line) => [line.id, line] as const))('the line %s', (_, line) => {
  it('takes what the order says and nothing else', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const opened = line.open(order)
        expect(-sum(opened, inWallet, order.terms.base)).toBe(order.baseUnits)
        expect(-sum(opened, inWallet, order.terms.side)).toBe(order.sideUnits)
        expect(sum(opened, inOrder, order.terms.base)).toBe(order.baseUnits + order.promiseUnits)
      }),
    )
  })

  it('gives everything back when cancelled before the start', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const both = [...line.open(order), ...line.cancel(order)]
        for (const asset of [order.terms.base, order.terms.side]) {
          expect(sum(both, inWallet, asset)).toBe(0n)
          expect(sum(both, inOrder, asset)).toBe(0n)
        }
      }),
    )
  })

  it('leaves nothing in the order, however it ends', () => {
    fc.assert(
      fc.property(
        orders,
        fc.constantFrom('reinvest_off', 'pool_short', 'terms_changed', 'product_ended'),
        (order, ending) => {
          const closing = line.close(order, ending)
          const both = [...line.open(order), ...closing.postings]
          for (const asset of [order.terms.base, order.terms.side]) expect(sum(both, inOrder, asset)).toBe(0n)
          expect(sum(both, inWallet, order.terms.base)).toBe(order.promiseUnits)
          expect(sum(both, inWallet, order.terms.side)).toBe(ending === 'reinvest_off' ? -order.sideUnits : 0n)
        },
      ),
    )
  })

  it('renews into an order that holds what it says, within the maximum', () => {
    fc.assert(
      fc.property(orders, fc.bigInt({ min: 0n, max: 10n ** 9n }), (order, promise) => {
        const renewal = line.renew(order, promise)
        const all = [...line.open(order), ...line.setAside(order, promise), ...renewal.postings]
        expect(sum(all, inOrder, order.terms.base)).toBe(renewal.next.baseUnits + renewal.next.promiseUnits)
        expect(renewal.next.baseUnits - order.baseUnits).toBe(renewal.joined)
        expect(renewal.joined <= order.promiseUnits).toBe(true)
        expect(renewal.next.valueUnits <= 1_000_000_000_000n).toBe(true)
      }),
    )
  })

  it('moves only amounts above zero, each wallet movement under a code of its own', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const postings = [
          ...line.open(order),
          ...line.cancel(order),
          ...line.accrue(order),
          ...line.setAside(order, line.nextPromise(order)),
          ...line.renew(order, 1n).postings,
          ...line.close(order, 'reinvest_off').postings,
        ]
        for (const posting of postings) {
          expect(posting.units > 0n).toBe(true)
          if (!inWallet(posting.from) && !inWallet(posting.to)) continue
          expect(line.codes[posting.asset === 'POWER' ? 'power' : 'coin']).toContain(posting.code)
        }
      }),
    )
  })

  it('says the worst case first, and every part of the card', () => {
    const parts = line.card(testProduct).map((text) => text.part)
    expect(parts[0]).toBe('worst')
    const wanted: CardPart[] = ['worst', 'payer', 'formula', 'fees', 'lock', 'exit', 'earn']
    expect([...new Set(parts)]).toEqual(wanted)
  })
})

describe('all lines', () => {
  it('share no record code of a coin', () => {
    const shared = [18, 112]
    const codes = productLines.flatMap((line) => line.codes.coin.filter((code) => !shared.includes(code)))
    expect(new Set(codes).size).toBe(codes.length)
  })
})
