import { afterEach, describe, expect, it, vi } from 'vitest'
import { binance } from './binance.ts'
import { bitstamp } from './bitstamp.ts'
import { bybit } from './bybit.ts'
import { coinbase } from './coinbase.ts'
import { guards } from './guard.ts'
import { kraken } from './kraken.ts'
import { okx } from './okx.ts'
import { coinsAsked, feedScale } from './port.ts'
import { feedsOf } from './registry.ts'

const now = new Date('2026-11-22T12:00:00Z')
const at = new Date('2026-11-22T11:59:58Z')
const bid = (1_234n * feedScale) / 1_000n
const ask = (1_236n * feedScale) / 1_000n

/** `bad` replaces the bid. */
const shapes = {
  Binance: {
    feed: binance,
    said: false,
    of: (bad: unknown) => ({ symbol: 'WLDUSDT', bidPrice: bad, askPrice: '1.236' }),
  },
  OKX: {
    feed: okx,
    said: true,
    of: (bad: unknown) => ({ code: '0', data: [{ bidPx: bad, askPx: '1.236', ts: String(at.getTime()) }] }),
  },
  Bybit: {
    feed: bybit,
    said: true,
    of: (bad: unknown) => ({
      retCode: 0,
      result: { category: 'spot', list: [{ bid1Price: bad, ask1Price: '1.236' }] },
      time: at.getTime(),
    }),
  },
  Kraken: {
    feed: kraken,
    said: false,
    of: (bad: unknown) => ({ error: [], result: { WLDUSD: { a: ['1.236', '1', '1.0'], b: [bad, '1', '1.0'] } } }),
  },
  Coinbase: {
    feed: coinbase,
    said: false,
    of: (bad: unknown) => ({ bid: bad, ask: '1.236', time: '2026-11-22T11:00:00Z' }),
  },
  Bitstamp: {
    feed: bitstamp,
    said: true,
    of: (bad: unknown) => ({ bid: bad, ask: '1.236', timestamp: String(at.getTime() / 1_000) }),
  },
} as const

const answering = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))

describe('the live feeds', () => {
  it('are enough for a quorum of every coin that is asked for', () => {
    for (const coin of coinsAsked)
      expect(feedsOf(false, () => undefined).filter(({ coins }) => coins.includes(coin)).length).toBeGreaterThanOrEqual(
        guards.quorum,
      )
  })
})

describe.each(Object.entries(shapes))('the ticker of %s', (_name, { feed, said, of }) => {
  afterEach(() => vi.unstubAllGlobals())

  it('is read to the last digit, with the moment it says', async () => {
    answering(of('1.234'))
    expect(await feed.read(feed.coins[0] ?? 'WLD', now)).toEqual({ bid, ask, at: said ? at : now })
    expect(feed.demo).toBe(false)
  })

  it.each(['NaN', '-1.234', '1e-7', '', 'Infinity', 1.234, null, undefined, '1.2.3', '99999999999'])(
    'is not read when the price is %s',
    async (bad) => {
      answering(of(bad))
      await expect(feed.read(feed.coins[0] ?? 'WLD', now)).rejects.toThrow()
    },
  )

  it('is not read when the answer has another shape, is no answer, or says that something is wrong', async () => {
    for (const body of [
      {},
      [],
      'null',
      '<html>',
      { code: '50011', data: [] },
      { retCode: 10_001 },
      { error: ['EQuery'] },
    ]) {
      answering(body)
      await expect(feed.read(feed.coins[0] ?? 'WLD', now), JSON.stringify(body)).rejects.toThrow()
    }
    answering(of('1.234'), 429)
    await expect(feed.read(feed.coins[0] ?? 'WLD', now)).rejects.toThrow('429')
    await expect(feed.read('ATMC', now)).rejects.toThrow('no price')
  })
})
