import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { turns } from '#kit/test/test-until.ts'
import type { Call } from '#kit/wire/call.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { contract } from '#kit/wire/contract.ts'
import type { Outcome } from '#kit/wire/contracts/outcome.contract.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import type { Pending } from './pending.ts'
import { createSends, knownMs } from './pending-sends.ts'

const pay = contract({
  method: 'POST',
  path: '/pay',
  access: 'money',
  summary: 'Pays.',
  input: v.object({ amount: v.string(), code: v.optional(v.string()) }),
  output: v.object({ id: v.number() }),
  failures: [],
})

type Try = 'lost' | 'done' | 'hangs' | { readonly code: number; readonly key: string }
const expired: Try = { code: answers.refused, key: 'session.wallet_token_expired' }
const lost = () => new CallFailure('network', 'network')

function device(
  attempts: Try[],
  outcomes: (Outcome | 'lost' | 'signed out')[] = [],
  kept = new Map<string, Pending>(),
) {
  const keys: string[] = []
  const asked: string[] = []
  const shown = new Map<string, Pending>()
  const held = new Set<string>()
  let now = 1_000_000
  let goOn: (() => void) | undefined
  const call: Call = async (_contract, _input, options) => {
    keys.push(options?.idempotencyKey ?? '')
    const next = attempts.shift() ?? 'done'
    if (next === 'lost') throw lost()
    if (next === 'hangs') await new Promise<void>((done) => (goOn = done))
    else if (next !== 'done') throw new CallFailure(next.code as typeof answers.refused, next.key)
    return { id: 7 } as never
  }
  const sends = createSends({
    call,
    ask: async (key) => {
      asked.push(key)
      const next = outcomes.shift() ?? 'never'
      if (next === 'lost') throw lost()
      if (next === 'signed out') throw new CallFailure(answers.signInAgain, 'session.expired')
      return next
    },
    owner: () => 'me',
    now: () => now,
    kept: {
      put: async (row) => kept.set(row.key, row),
      remove: async ({ key }) => kept.delete(key),
      list: async () => [...kept.values()],
    },
    show: (row) => shown.set(row.key, row),
    hide: (key) => shown.delete(key),
    hold: async (key, how, work) => {
      if (how === 'now' && held.has(key)) return undefined
      held.add(key)
      return work().finally(() => held.delete(key))
    },
    wait: async () => {},
    words: async ({ key }) => `because ${key}`,
  })
  const about = { what: 'Pay', amount: '5 USDT' }
  const send = (isHere = true, amount = '5') =>
    sends.send(pay, { amount }, { aside: ['code'], about, isHere: () => isHere })
  const states = () => [...shown.values()].map(({ state, why }) => (why ? [state, why] : [state]))
  const fails = (work: Promise<unknown>) => work.then(JSON.stringify, (cause: CallFailure) => cause.key)
  return {
    sends,
    send,
    fails,
    keys,
    asked,
    kept,
    held,
    states,
    recover: () => sends.recover(new AbortController().signal),
    later: (ms: number) => {
      now += ms
    },
    answer: () => goOn?.(),
  }
}

describe('what was confirmed', () => {
  it('is sent once where it is answered, and leaves nothing behind', async () => {
    const { send, keys, kept, states } = device(['done', { code: 400, key: 'balance.insufficient' }])
    expect(await send()).toEqual({ answer: { id: 7 } })
    await expect(send()).rejects.toMatchObject({ key: 'balance.insufficient' })
    expect([keys.length, new Set(keys).size, kept.size, states()]).toEqual([2, 2, 0, []])
  })

  it('is tried again under the same key while answers are lost', async () => {
    const { send, keys } = device(['lost', 'lost', 'done'])
    expect(await send()).toEqual({ answer: { id: 7 } })
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  })

  it('is known on the device before it is sent, and shown while it waits', async () => {
    const { send, kept, states, answer } = device(['lost', 'hangs'])
    const sent = send()
    await turns()
    expect([...kept.values()].map(({ what, amount, state }) => [what, amount, state])).toEqual([
      ['Pay', '5 USDT', 'waiting'],
    ])
    expect(states()).toEqual([['waiting']])
    answer()
    expect(await sent).toEqual({ answer: { id: 7 } })
    expect(states()).toEqual([])
  })

  it('had arrived, though its proof does not serve any more: the server is asked', async () => {
    const { send, asked, kept, keys } = device(['lost', expired], ['lost', 'done'])
    expect(await send()).toBe('arrived')
    expect([asked, kept.size]).toEqual([[keys[0], keys[0]], 0])
  })

  it('had not arrived, and never will: the refusal is said', async () => {
    const { send, asked, kept } = device(['lost', expired], ['never'])
    await expect(send()).rejects.toMatchObject({ key: 'session.wallet_token_expired' })
    expect([asked.length, kept.size]).toEqual([1, 0])
  })

  it('stays known when the session ends meanwhile', async () => {
    const { send, kept, fails } = device(['lost', expired], ['signed out'])
    expect(await fails(send())).toBe('session.expired')
    expect([...kept.values()].map(({ state }) => state)).toEqual(['waiting'])
  })

  it('is told elsewhere to whoever has gone on, until it was read', async () => {
    const { sends, send, kept, states } = device(['done', { code: 400, key: 'balance.insufficient' }])
    expect(await send(false)).toBe('apart')
    expect(await send(false, '6')).toBe('apart')
    expect(states()).toEqual([['done'], ['refused', 'because balance.insufficient']])
    for (const row of [...kept.values()]) await sends.close(row)
    expect([kept.size, states()]).toEqual([0, []])
  })

  it('is one and the same when it is confirmed again while it waits', async () => {
    const { send, keys } = device(['hangs', 'done'])
    void send()
    await turns()
    expect(await send()).toEqual({ answer: { id: 7 } })
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })
})

describe('an app that begins anew', () => {
  const row = (state: Pending['state'], at = 1_000_000): Pending => ({
    key: `of ${state}`,
    owner: 'me',
    at,
    what: 'Pay',
    amount: '',
    state,
    why: '',
  })

  it('sends nothing, asks what became of what it had sent, and says so', async () => {
    const kept = new Map([
      ['a', { ...row('waiting'), key: 'a' }],
      ['b', { ...row('waiting'), key: 'b' }],
      ['c', row('refused')],
    ])
    const { recover, keys, asked, states } = device([], ['done', 'never'], kept)
    await recover()
    expect([keys, asked]).toEqual([[], ['a', 'b']])
    expect(states()).toEqual([['done'], ['never'], ['refused']])
    expect([...kept.values()].map(({ state }) => state)).toContain('never')
  })

  it('leaves alone what another tab still waits for, and what nobody remembers', async () => {
    const kept = new Map([['a', { ...row('waiting'), key: 'a' }]])
    const { recover, asked, states, held, later } = device([], [], kept)
    held.add('a')
    await recover()
    expect([asked, states()]).toEqual([[], []])
    later(knownMs + 1)
    await recover()
    expect([asked, states()]).toEqual([[], [['unknown']]])
  })
})
