import { afterEach, describe, expect, it, vi } from 'vitest'
import { feedScale } from '../port.ts'
import { coinbaseRates } from './coinbase-rates.ts'
import { currencyApi } from './currency-api.ts'
import { frankfurter } from './frankfurter.ts'

const now = new Date('2026-11-23T12:00:00Z')
const midnight = new Date('2026-11-23T00:00:00Z')

/** `bad` replaces the euro rate. */
const shapes = {
  Coinbase: {
    feed: coinbaseRates,
    at: now,
    of: (bad: unknown) => ({
      data: { currency: 'USD', rates: { EUR: bad, VND: '26350', BTC: '0.00001', JPY: '156.02' } },
    }),
  },
  Frankfurter: {
    feed: frankfurter,
    at: midnight,
    of: (bad: unknown) => [
      { date: '2026-11-23', base: 'USD', quote: 'EUR', rate: bad },
      { date: '2026-11-23', base: 'USD', quote: 'VND', rate: 26350 },
      { date: '2026-11-23', base: 'USD', quote: 'JPY', rate: 156.02 },
    ],
  },
  'Currency-API': {
    feed: currencyApi,
    at: midnight,
    of: (bad: unknown) => ({ date: '2026-11-23', usd: { eur: bad, vnd: 26350, btc: 1e-5, jpy: 156.02 } }),
  },
} as const

const answering = (...bodies: unknown[]) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const body = bodies[Math.min(asked.length, bodies.length) - 1]
    return body instanceof Response ? body : new Response(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

describe.each(Object.entries(shapes))('%s', (name, { feed, at, of }) => {
  it('says what a dollar costs, and when it was so', async () => {
    answering(of('0.8712'))
    const read = await feed.read(now)
    expect(feed).toMatchObject({ name, demo: false })
    expect(read.get('EUR')).toEqual({ perDollar: (feedScale * 8_712n) / 10_000n, at })
    expect(read.get('VND')).toEqual({ perDollar: feedScale * 26_350n, at })
    expect(read.get('JPY')).toEqual({ perDollar: (feedScale * 15_602n) / 100n, at })
    expect(read.get('USD')?.perDollar).toBe(feedScale)
    expect(read.has('KHR')).toBe(false)
  })

  it('leaves out a currency whose rate is none', async () => {
    for (const bad of ['NaN', '-1', '1e30', 1e30, 1e-7, -1, null, '', {}, [1]]) {
      answering(of(bad))
      const read = await feed.read(now).catch(() => new Map())
      expect(read.has('EUR'), `${bad}`).toBe(false)
    }
  })

  it('says nothing at all when it answers something else', async () => {
    for (const body of ['<html>', {}, [], { data: null }, { date: 'today', usd: {} }, [{ base: 'EUR' }], '1']) {
      answering(body)
      const read = await feed.read(now).catch(() => new Map())
      expect(
        [...read.keys()].filter((fiat) => fiat !== 'USD'),
        JSON.stringify(body),
      ).toEqual([])
    }
    answering(new Response('{}', { status: 429 }))
    await expect(feed.read(now)).rejects.toThrow('429')
  })
})

it('the table that is kept in two places is asked for in the second when the first does not answer', async () => {
  const asked = answering(new Response('', { status: 503 }), shapes['Currency-API'].of(0.87))
  expect((await currencyApi.read(now)).get('EUR')?.perDollar).toBe((feedScale * 87n) / 100n)
  expect(asked.map((url) => new URL(url).host)).toEqual(['cdn.jsdelivr.net', 'currency-api.pages.dev'])
})
