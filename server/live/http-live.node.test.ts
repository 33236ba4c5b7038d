import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishNotice } from '#features/news/notices.store.ts'
import { cancelWithdrawal, requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { liveEvents } from '#kit/wire/contracts/live.contract.ts'
import { createEventReader, type StreamEvent } from '#kit/wire/event-stream.ts'
import { headers, source } from '#kit/wire/signing/headers.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { TestClient } from '../test/test-client.ts'
import { credit, type Holder, newHolder } from '../test/test-funds.ts'

const home = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

async function listen(app: TestApp, { line }: TestClient, lastId = '') {
  const query = new URLSearchParams({ lang: 'en', source, timestamp: `${app.wall.now().getTime() / 1000}` })
  const response = await app.app.inject({
    method: 'GET',
    url: `/api${liveEvents.path}?${query}`,
    headers: {
      'user-agent': line.userAgent,
      ...(line.requestToken ? { [headers.requestToken]: line.requestToken } : {}),
      ...(line.session ? { [headers.userToken]: line.session.token } : {}),
      ...(lastId ? { [headers.lastEventId]: lastId } : {}),
    },
    payloadAsStream: true,
  })
  const body: Readable = response.stream()
  const pieces = body.setEncoding('utf8')[Symbol.asyncIterator]()
  const read = createEventReader()
  const waiting: StreamEvent[] = []
  let last = ''
  /** Event name and items, or 'over' at the end. */
  const next = async (): Promise<readonly unknown[]> => {
    while (waiting.length === 0) {
      const piece = await pieces.next()
      if (piece.done) return ['over']
      waiting.push(...read(piece.value as string))
    }
    const event = waiting.shift()
    last = event?.id || last
    const data = JSON.parse(event?.data ?? '{}')
    return data.items ? [event?.event ?? '', data.items] : [event?.event ?? '', ...(data.why ? [data.why] : [])]
  }
  return { response, next, lastId: () => last, leave: () => body.destroy() }
}

describe('the stream of live events', () => {
  let chain: TestChain
  let app: TestApp
  let holder: Holder
  beforeAll(async () => {
    chain = await testChain()
    app = await testApp({ config: { liveEveryMs: 10 } })
    await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    holder = await newHolder(app)
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })

  it('greets, and tells what changes of balance, payment, withdrawal and notices', async () => {
    await holder.bind('bsc', home)
    const live = await listen(app, holder.client)
    expect(live.response.headers['content-type']).toContain('text/event-stream')
    expect((await live.next())[0]).toBe('hello')

    await credit(app, holder, 'bsc', 'USDT', '300')
    expect(await live.next()).toEqual(['balance', [{ coin: 'USDT', available: '300', held: '0' }]])

    await app.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units,
         remainder, kind, wallet_id, seen_at) VALUES ('bsc', '0xabc', 0, 100, '0x1', 'USDT', '0xf', '0xt', 5, 5, 0, 'wallet', $1, $2)`,
      [holder.walletId, app.clock.now()],
    )
    const confirming = (confirmations: number) => [
      'deposit',
      [{ id: 1, state: 'confirming', confirmations, confirmationsNeeded: 15 }],
    ]
    expect(await live.next()).toEqual(confirming(0))
    for (const [head, confirmations] of [
      [100, 1],
      [106, 7],
      [200, 15],
    ] as const) {
      await app.db.query("UPDATE network SET head = $1 WHERE chain = 'bsc'", [head])
      expect(await live.next()).toEqual(confirming(confirmations))
    }

    const code = holder.code()
    await holder.client.confirm()
    const { id } = await holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '50', code })
    // A commit between two queries of one poll delays an event by one poll.
    const both = async () =>
      [await live.next(), await live.next()].sort(([one], [other]) => (`${one}` < `${other}` ? -1 : 1))
    expect(await both()).toMatchObject([
      ['balance', [{ coin: 'USDT', available: '250', held: '50' }]],
      ['withdrawal', [{ id, state: 'held' }]],
    ])
    await holder.client.call(cancelWithdrawal, { id })
    expect(await both()).toMatchObject([
      ['balance', expect.anything()],
      ['withdrawal', [{ id, state: 'cancelled' }]],
    ])

    const texts = { en: { title: 'Open', body: 'We are open.' } }
    const notice = await app.db.transaction((tx) => publishNotice(tx, texts, app.clock.now()))
    expect(await live.next()).toEqual(['notice', [{ id: notice.id }]])
    live.leave()
  })

  it('tells one who comes back what is different now, and nothing else', async () => {
    const first = await listen(app, holder.client)
    await first.next()
    first.leave()
    await credit(app, holder, 'bsc', 'WLD', '7')
    const second = await listen(app, holder.client, first.lastId())
    expect(await second.next()).toEqual(['hello'])
    expect(await second.next()).toMatchObject([
      'balance',
      expect.arrayContaining([{ coin: 'WLD', available: '7', held: '0' }]),
    ])
    second.leave()
    const third = await listen(app, holder.client, second.lastId())
    await credit(app, holder, 'bsc', 'WLD', '8')
    expect([await third.next(), await third.next()]).toMatchObject([['hello'], ['balance', [{ coin: 'WLD' }]]])
    third.leave()
  })

  it('is refused like any call: quietly without a session, and without a request token', async () => {
    const stranger = app.client()
    const refusal = async (client: TestClient) => {
      const { response } = await listen(app, client)
      const chunks: Buffer[] = []
      for await (const chunk of response.stream()) chunks.push(Buffer.from(chunk))
      return JSON.parse(Buffer.concat(chunks).toString())
    }
    expect(await refusal(stranger)).toMatchObject({ code: 400, msg: 'req_token' })
    stranger.line.requestToken = holder.client.line.requestToken
    expect(await refusal(stranger)).toMatchObject({ code: 402, msg: 'session.quiet' })
  })

  it('ends when its session does, and for the oldest of five', async () => {
    const client = app.client()
    const wallet = await client.createWallet()
    const streams = []
    for (let nth = 1; nth <= 5; nth += 1) streams.push(await listen(app, client))
    const [oldest, ...others] = streams
    let heard = await oldest?.next()
    if (heard?.[0] === 'hello') heard = await oldest?.next()
    expect(heard).toEqual(['end', 'replaced'])
    expect(await oldest?.next()).toEqual(['over'])
    for (const live of others) expect(await live.next()).toEqual(['hello'])
    await app.client().signIn(wallet.walletId, wallet.password)
    for (const live of others) expect([await live.next(), await live.next()]).toEqual([['end', 'session'], ['over']])
  })

  it('says goodbye when the server stops, which does not wait for it', async () => {
    const own = await testApp({ config: { liveEveryMs: 10 } })
    const client = own.client()
    await client.createWallet()
    const live = await listen(own, client)
    expect(await live.next()).toEqual(['hello'])
    await own.close()
    expect([await live.next(), await live.next()]).toEqual([['end', 'stopping'], ['over']])
  })
})
