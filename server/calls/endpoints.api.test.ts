import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '#features/onboarding/onboarding.contract.ts'
import { makeTransfer, transfers } from '#features/transfers/transfers.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { createCall } from '#kit/wire/call.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { listEndpoints } from '#kit/wire/contracts/app.contract.ts'
import { createEndpoints } from '#kit/wire/endpoints.ts'
import type { StorageName } from '#kit/wire/storage-keys.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { credit, newParty, type Party } from '../test/test-funds.ts'
import { routes } from './routes.ts'

const [a, b] = ['https://a.example', 'https://b.example']
/** deaf: never receives the request. mute: executes it but loses the answer. */
type Fault = 'deaf' | 'mute' | 502

describe('a client with several lines', () => {
  let app: TestApp
  let sender: Party
  let receiver: Party
  beforeAll(async () => {
    app = await testApp({ calls: routes(true, true, [a, b]), config: { origins: [a, b] } })
  })
  afterAll(() => app.close())
  const party = () => newParty(app)
  beforeEach(async () => {
    sender = await party()
    receiver = await party()
    await credit(app, sender, 'bsc', 'USDT', '100')
  })

  async function device(faults: Readonly<Record<string, Fault>>) {
    const { session, userAgent, walletToken } = sender.client.line
    const kept = new Map<StorageName, string>(walletToken ? [['walletToken', walletToken]] : [])
    const sent: string[] = []
    const changes: string[] = []
    const ask = async (url: string, init: RequestInit): Promise<Response> => {
      const { origin, pathname, search } = new URL(url, a)
      const fault = faults[origin]
      sent.push(`${origin} ${pathname}`)
      if (fault === 'deaf') throw new TypeError('fetch failed')
      if (fault === 502) return new Response('Bad gateway', { status: 502 })
      const headers = { ...(init.headers as Record<string, string>), 'user-agent': userAgent, origin: a }
      const method = init.method === 'POST' ? 'POST' : 'GET'
      const answer = await app.app.inject({ method, url: pathname + search, headers, payload: String(init.body ?? '') })
      if (fault === 'mute' && method === 'POST' && pathname !== '/api/req-token') throw new TypeError('network changed')
      return new Response(answer.body, { headers: { date: app.wall.now().toUTCString() } })
    }
    const lines = createEndpoints({
      read: async () => undefined,
      keep: async () => {},
      answers: async (line) => faults[line || a] === undefined,
      wait: async () => {},
      onChange: (line) => changes.push(line),
    })
    await lines.load()
    lines.learn([b])
    const call = createCall({
      host: lines.current,
      leave: lines.leave,
      language: () => 'en',
      clock: app.wall,
      kept: {
        get: async (name) => kept.get(name),
        set: async (name, value) => void kept.set(name, value),
        remove: async (name) => void kept.delete(name),
      },
      session: () => session && { userToken: session.token, sessionId: session.sessionId, key: session.key },
      fetch: ask,
      wait: async () => {},
      on: { refused: () => {}, unreachable: () => {}, signInAgain: () => {}, goHome: () => {} },
    })
    return { call, sent, changes, lines }
  }
  const input = () => ({ receiverId: receiver.walletId as string, coin: 'USDT' as const, amount: '25' })
  const has = (one: Party) => balanceOf(app.db, available(one.walletId), 'USDT')
  const units = (text: string) => parseUnits(text) ?? 0n

  it('is told what lines there are', async () => {
    expect(await app.client().call(listEndpoints, {})).toEqual({ lines: [a, b] })
  })

  it.each<Fault>(['deaf', 'mute', 502])('moves coins once when the first line is %s', async (fault) => {
    const { call, sent, changes } = await device({ [a]: fault })
    const answer = await call(makeTransfer, input())
    expect(answer).toMatchObject({ receiverId: receiver.walletId })
    expect(changes).toEqual([b])
    expect(await has(receiver)).toBe(units('25'))
    expect((await sender.client.call(transfers, {})).items).toHaveLength(1)
    expect(sent.at(-1)).toBe(`${b} /api/wallet/conver`)
    const before = sent.length
    await call(transfers, {})
    expect(sent.slice(before)).toEqual([`${b} /api/wallet/convers`])
  })

  it('says that there is no answer when every line is dead, and has moved nothing', async () => {
    const { call, changes } = await device({ [a]: 'deaf', [b]: 'deaf' })
    await expect(call(makeTransfer, input())).rejects.toThrow(CallFailure)
    expect([changes, await has(receiver)]).toEqual([[], 0n])
  })

  it('leaves a sign-in to the person, on a line that answers', async () => {
    const { call, sent, changes } = await device({ [a]: 'mute' })
    const { walletId, password } = sender
    const ask = { walletId, walletPassword: password, code: '', deviceId: 'd1', dh: 'x'.repeat(43) }
    await expect(call(signIn, ask)).rejects.toThrow(CallFailure)
    expect([changes, sent.filter((one) => one.endsWith('/login/password'))]).toEqual([
      [b],
      [`${a} /api/login/password`],
    ])
  })

  it('may be called from a page of another line, which can read the clock; a page elsewhere may not', async () => {
    const ask = (origin: string) => app.app.inject({ url: '/api/main/lines', headers: { origin } })
    const { headers } = await ask(b)
    expect(headers['access-control-allow-origin']).toBe(b)
    expect(headers['access-control-expose-headers']).toContain('Date')
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
    const page = await app.app.inject({ url: '/' })
    expect(String(page.headers['content-security-policy'])).toContain(`connect-src 'self' ${a} ${b}`)
  })
})
