import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { turns } from '#kit/test/test-until.ts'
import { addMs, hourMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { type ClientPorts, createCall, type WireSession } from './call.ts'
import { CallFailure } from './call-failure.ts'
import { contract } from './contract.ts'
import type { Envelope } from './signing/envelope.ts'
import { signFields } from './signing/sign.ts'
import { importSessionKey, isXAuthRight, readXAuth } from './signing/x-auth.ts'
import type { StorageName } from './storage-keys.ts'

const read = contract({
  method: 'GET',
  path: '/some/list',
  access: 'session',
  summary: 'Reads.',
  input: v.object({
    sponsorId: v.optional(v.string()),
    empty: v.optional(v.string()),
    missing: v.optional(v.string()),
  }),
  output: v.object({ sponsorId: v.string() }),
  failures: [],
})
const act = contract({
  method: 'POST',
  path: '/some/act',
  access: 'money',
  summary: 'Acts.',
  input: v.object({ amount: v.string() }),
  output: v.object({ done: v.boolean() }),
  wire: { amount: 'number' },
  failures: [],
})

type Request = {
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown> | undefined
}
type Answer = Envelope | 'unreachable' | 502
const ok = (data: unknown): Envelope => ({ code: 0, msg: 'ok', data })
const refused = (msg: string, code: Envelope['code'] = 400): Envelope => ({ code, msg, data: null })

function setUp(answers: Answer[], { session, aheadMs = 0 }: { session?: WireSession; aheadMs?: number } = {}) {
  const clock = stoppedClock(new Date('2026-11-21T10:00:00Z'))
  const kept = new Map<StorageName, string>()
  const requests: Request[] = []
  const waits: number[] = []
  const said: string[] = []
  let tokens = 0
  const ports: ClientPorts = {
    host: () => 'https://wallet.example',
    language: () => 'zh-CN',
    clock,
    kept: {
      get: async (name) => kept.get(name),
      set: async (name, value) => void kept.set(name, value),
      remove: async (name) => void kept.delete(name),
    },
    session: () => session,
    fetch: async (address, init) => {
      const url = new URL(address)
      const headers = init.headers as Record<string, string>
      const date = { headers: { date: addMs(clock.now(), aheadMs).toUTCString() } }
      init.signal?.throwIfAborted()
      if (url.pathname === '/api/req-token') return Response.json(ok({ 'req-token': `t${++tokens}` }), date)
      requests.push({ url, headers, body: init.body ? JSON.parse(String(init.body)) : undefined })
      const answer = answers.shift() ?? ok(init.method === 'POST' ? { done: true } : { parent: 'W1' })
      if (answer === 'unreachable') throw new TypeError('fetch failed')
      return answer === 502 ? new Response('', { status: 502 }) : Response.json(answer, date)
    },
    wait: async (ms) => void waits.push(ms),
    on: {
      refused: (failure) => said.push(`refused ${failure.key}`),
      unreachable: () => said.push('unreachable'),
      signInAgain: (failure) => said.push(`sign in ${failure.key}`),
      goHome: (failure) => said.push(`home ${failure.key}`),
    },
  }
  return { call: createCall(ports), ports, clock, kept, requests, waits, said, tokens: () => tokens }
}

describe('what the client sends', () => {
  it('adds language, source and time to a read, leaves out what is empty, and answers in house names', async () => {
    const { call, requests } = setUp([ok({ parent: 'W1' })])
    expect(await call(read, { sponsorId: 'W2', empty: '', missing: undefined })).toEqual({ sponsorId: 'W1' })
    const [request] = requests
    expect(request?.url.pathname).toBe('/api/some/list')
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      lang: 'zh-CN',
      source: 'web',
      timestamp: '1795255200',
      parent: 'W2',
    })
    expect(request?.headers).toMatchObject({ 'Req-Token': 't1', 'Req-Lang': 'zh-CN', Apptype: 'web' })
  })

  it('signs what it posts, under wire names, with wallet token and idempotency key', async () => {
    const { call, kept, requests } = setUp([ok({ done: true })])
    kept.set('walletToken', 'wt')
    await call(act, { amount: '5' }, { idempotencyKey: 'k1' })
    const { body, headers } = requests[0] ?? {}
    expect(body).toMatchObject({ number: '5', lang: 'zh-CN', source: 'web', timestamp: 1795255200 })
    expect(body?.sign).toBe(signFields(body ?? {}))
    expect(headers).toMatchObject({ 'Wallet-Token': 'wt', 'Idempotency-Key': 'k1' })
  })

  it('says that an app asks, where the specification wants that', async () => {
    const { call, requests } = setUp([ok({ parent: 'W1' })])
    await call({ ...read, appType: 'app' }, {})
    expect(requests[0]?.headers.Apptype).toBe('app')
  })

  it("puts the session's token and signature on every call", async () => {
    const key = await importSessionKey(new Uint8Array(32).fill(7))
    const { call, requests, clock } = setUp([ok({ parent: 'W1' })], {
      session: { userToken: 'ut', sessionId: 's1', key },
    })
    await call(read, { sponsorId: '2', empty: '1' })
    const { url, headers } = requests[0] ?? {}
    const header = readXAuth(headers?.['X-Auth'] ?? '')
    expect(headers?.['User-Token']).toBe('ut')
    const request = {
      method: 'GET',
      path: '/api/some/list',
      query: url?.search.slice(1) ?? '',
      body: '',
      timeMs: clock.now().getTime(),
      nonce: header?.nonce ?? '',
      sessionId: 's1',
    }
    expect(await isXAuthRight(key, request, header?.signature ?? '')).toBe(true)
  })

  it('draws a new idempotency key for every write that brings none', async () => {
    const { call, requests } = setUp([])
    await call(act, { amount: '5' })
    await call(act, { amount: '5' })
    const keys = requests.map((request) => request.headers['Idempotency-Key'])
    expect(new Set(keys).size).toBe(2)
    expect(keys.every((key) => /^[0-9a-f-]{36}$/.test(key ?? ''))).toBe(true)
  })
})

describe('the request token', () => {
  it('is fetched once for calls made together, kept, and fetched anew after an hour', async () => {
    const { call, clock, tokens } = setUp([])
    await Promise.all([call(read, {}), call(read, {}), call(read, {})])
    expect(tokens()).toBe(1)
    clock.advance(hourMs - minuteMs)
    await call(read, {})
    expect(tokens()).toBe(1)
    clock.advance(minuteMs)
    await call(read, {})
    expect(tokens()).toBe(2)
  })

  it('is replaced when the server refuses it, and the call made once more after half a second, with the same key', async () => {
    const { call, requests, waits, said } = setUp([refused('req_token'), ok({ done: true })])
    expect(await call(act, { amount: '5' })).toEqual({ done: true })
    expect(waits).toEqual([500])
    expect(requests.map((request) => request.headers['Req-Token'])).toEqual(['t1', 't2'])
    expect(requests[0]?.headers['Idempotency-Key']).toBe(requests[1]?.headers['Idempotency-Key'])
    expect(said).toEqual([])
  })

  it('is tried twice at most, and its refusal never said', async () => {
    const { call, requests, said } = setUp([refused('req_token'), refused('req_token_error')])
    await expect(call(read, {})).rejects.toMatchObject({ code: 400, key: 'req_token_error' })
    expect(requests).toHaveLength(2)
    expect(said).toEqual([])
  })
})

describe('what the client does on an answer', () => {
  it('says a refusal, with its values in the failure', async () => {
    const { call, said } = setUp([{ ...refused('balance.insufficient'), params: { coin: 'USDT' } }])
    await expect(call(act, { amount: '5' })).rejects.toMatchObject({
      code: 400,
      key: 'balance.insufficient',
      params: { coin: 'USDT' },
    })
    expect(said).toEqual(['refused balance.insufficient'])
  })

  it('leaves saying it to a screen that asked for quiet', async () => {
    const { call, said } = setUp([refused('identity.password_wrong'), 'unreachable'])
    await expect(call(act, { amount: '5' }, { quiet: true })).rejects.toBeInstanceOf(CallFailure)
    await expect(call(act, { amount: '5' }, { quiet: true })).rejects.toMatchObject({ code: 'network' })
    expect(said).toEqual([])
  })

  it('leads to the login page on 401 and home on 407 and 408, asked for quiet or not', async () => {
    const { call, said } = setUp([
      refused('session.logged_in_elsewhere', 401),
      refused('identity.banned', 407),
      refused('request.maintenance', 408),
    ])
    for (const _ of [1, 2, 3]) await expect(call(read, {}, { quiet: true })).rejects.toBeInstanceOf(CallFailure)
    expect(said).toEqual(['sign in session.logged_in_elsewhere', 'home identity.banned', 'home request.maintenance'])
  })

  it('lets a session that has begun meanwhile be, whatever one before it is answered', async () => {
    const key = await importSessionKey(new Uint8Array(32))
    const before = { userToken: 'u1', sessionId: 's1', key }
    const { call, said, ports } = setUp([refused('session.expired', 401), refused('session.expired', 401)])
    let session = before
    ports.session = () => session
    const asking = call(read, {})
    session = { userToken: 'u2', sessionId: 's2', key }
    await expect(asking).rejects.toMatchObject({ code: 401 })
    expect(said).toEqual([])
    await expect(call(read, {})).rejects.toMatchObject({ code: 401 })
    expect(said).toEqual(['sign in session.expired'])
  })

  it('keeps quiet about 402; says why once where a call is blocked, and never answers it', async () => {
    const blocked = refused('request.blocked', 403)
    const { call, said, requests } = setUp([refused('session.quiet', 402), blocked, blocked])
    await expect(call(read, {})).rejects.toMatchObject({ code: 402 })
    let answered = false
    for (const quiet of [true, false])
      call(read, {}, { quiet }).then(
        () => (answered = true),
        () => (answered = true),
      )
    await turns(50)
    expect(requests).toHaveLength(3)
    expect(answered).toBe(false)
    expect(said).toEqual(['refused request.blocked'])
  })

  it('says why a call is blocked with the first one, and once more for another reason', async () => {
    const { call, said } = setUp(['a', 'a', 'b'].map((key) => refused(`request.${key}`, 403)))
    const told: (readonly string[])[] = []
    for (const _ of [1, 2, 3]) {
      call(read, {}).catch(() => {})
      await turns(50)
      told.push([...said])
    }
    const [a, b] = ['refused request.a', 'refused request.b']
    expect(told).toEqual([[a], [a], [a, b]])
  })

  it('takes any answer but 200 to 299, and none at all, for a network error', async () => {
    const { call, said } = setUp([502, 'unreachable'])
    await expect(call(read, {})).rejects.toMatchObject({ code: 'network' })
    await expect(call(read, {})).rejects.toMatchObject({ code: 'network' })
    expect(said).toEqual(['unreachable', 'unreachable'])
  })

  it('passes a cancellation on as what it is', async () => {
    const { call, said } = setUp([])
    const stop = new AbortController()
    await call(read, {})
    stop.abort()
    await expect(call(read, {}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(said).toEqual([])
  })
})

describe('a server that never answers', () => {
  afterEach(() => void vi.useRealTimers())
  const hanging = () => {
    vi.useFakeTimers()
    const world = setUp([])
    let asked = 0
    world.ports.fetch = (_, { signal }) => {
      asked += 1
      return new Promise((_answer, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)))
    }
    world.ports.host = () => `https://line${asked}.example`
    return { ...world, call: createCall(world.ports), asked: () => asked }
  }
  const outcomeOf = (made: Promise<unknown>) => {
    const outcome: { failure?: unknown } = {}
    made.catch((cause: unknown) => {
      outcome.failure = cause
    })
    return outcome
  }
  const late = { code: 'network', isLate: true }

  it('is given a minute in all, whatever a call needs before and on however many lines it is asked', async () => {
    const { call, ports, said, asked } = hanging()
    let left = 0
    ports.leave = async () => {
      left += 1
      return true
    }
    const outcome = outcomeOf(call(read, {}))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(outcome.failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.failure).toMatchObject(late)
    expect(said).toEqual(['unreachable'])
    await vi.advanceTimersByTimeAsync(300_000)
    expect([asked(), left]).toEqual([1, 1])
  })

  it('gives a try what earlier ones left of the minute', async () => {
    const { call } = hanging()
    const outcome = outcomeOf(call(read, {}, { spentMs: 45_000 }))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(outcome.failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.failure).toMatchObject(late)
  })

  it('is said to take long after ten seconds, of writes and of reads that ask for it, until it is over', async () => {
    const { call, ports } = hanging()
    const told: boolean[] = []
    ports.on.slow = (isSlow) => told.push(isSlow)
    outcomeOf(call(read, {}))
    outcomeOf(call(act, { amount: '5' }))
    outcomeOf(call(read, {}, { onSlow: (isSlow) => told.push(isSlow), spentMs: 8_000 }))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual([true])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(told).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(50_000)
    expect(told).toEqual([true, true, false, false])
  })

  it('is left at once by whoever cancels', async () => {
    const { call } = hanging()
    const stop = new AbortController()
    const outcome = outcomeOf(call(read, {}, { signal: stop.signal }))
    await vi.advanceTimersByTimeAsync(5_000)
    stop.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome.failure).toMatchObject({ name: 'AbortError' })
  })
})

describe('an answer that is not what its contract says', () => {
  const hostile: readonly unknown[] = [
    null,
    {},
    [],
    'W1',
    { parent: 7 },
    { parent: null },
    { parent: ['W1'] },
    { sponsorId: 'W1' },
  ]
  it('is no answer: a read says that it cannot be read', async () => {
    for (const data of hostile) {
      const { call, said } = setUp([ok(data)])
      await expect(call(read, {}), JSON.stringify(data)).rejects.toMatchObject({ code: 'unreadable' })
      expect(said).toEqual(['refused unreadable'])
    }
  })

  it('leaves it open what a write did, so it is tried again under its key', async () => {
    const { call } = setUp([ok({ done: 'yes' })])
    await expect(call(act, { amount: '5' })).rejects.toMatchObject({ code: 'network', key: 'unreadable' })
  })

  it('loses nothing by a field that this app does not know', async () => {
    const { call } = setUp([ok({ parent: 'W1', more: { of: [1, 2] } })])
    expect(await call(read, {})).toEqual({ sponsorId: 'W1' })
  })

  it('has no envelope of ours: then nobody answered', async () => {
    for (const envelope of [
      {},
      [],
      { code: '0', msg: 'ok', data: {} },
      { code: 1, msg: 'ok', data: {} },
      { code: 0 },
    ]) {
      const { call } = setUp([envelope as Envelope])
      await expect(call(read, {}), JSON.stringify(envelope)).rejects.toMatchObject({ code: 'network' })
    }
  })
})

describe('a device whose clock is wrong', () => {
  const timesAt = async (aheadMs: number): Promise<(string | null | undefined)[]> => {
    const { call, requests } = setUp([], { aheadMs })
    await call(read, {})
    return requests.map((request) => request.url.searchParams.get('timestamp'))
  }

  it("signs by the server's clock", async () => {
    expect(await timesAt(10 * minuteMs)).toEqual([String(1795255200 + 600)])
    expect(await timesAt(-10 * minuteMs)).toEqual([String(1795255200 - 600)])
  })

  it('is left alone within half a minute', async () => {
    expect(await timesAt(20_000)).toEqual(['1795255200'])
  })
})
