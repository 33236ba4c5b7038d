import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { stoppedClock } from '#kit/time/clock.ts'
import { createCall } from '#kit/wire/call.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { contract } from '#kit/wire/contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { createSend } from './intention.ts'

const input = v.object({ amount: v.string(), code: v.optional(v.string()) })
const output = v.object({ id: v.number() })
const pay = contract({ method: 'POST', path: '/pay', access: 'money', summary: 'Pays.', input, output, failures: [] })
const bet = contract({ ...pay, path: '/bet' })

type Answer = 'lost' | { readonly code: number; readonly msg: string; readonly data: unknown }
const done: Answer = { code: 0, msg: 'ok', data: { id: 7 } }
const refused = (msg: string): Answer => ({ code: 400, msg, data: null })

function button(answers: Answer[]) {
  const keys: string[] = []
  const call = createCall({
    host: () => 'https://wallet.example',
    language: () => 'en',
    clock: stoppedClock(new Date('2026-11-21T10:00:00Z')),
    kept: { get: async () => undefined, set: async () => {}, remove: async () => {} },
    session: () => undefined,
    wait: async () => {},
    on: { refused: () => {}, unreachable: () => {}, signInAgain: () => {}, goHome: () => {} },
    fetch: async (url, init) => {
      if (url.endsWith('/req-token')) return Response.json({ code: 0, msg: 'ok', data: { 'req-token': 't' } })
      keys.push((init.headers as Record<string, string>)[headers.idempotencyKey] ?? '')
      const answer = answers.shift() ?? done
      if (answer === 'lost') throw new TypeError('fetch failed')
      return Response.json(answer)
    },
  })
  const send = createSend(call)
  const fails = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'nothing',
      (cause) => (cause instanceof CallFailure ? cause.key : String(cause)),
    )
  return { send, fails, keys, kinds: () => keys.map((key) => keys.indexOf(key)) }
}

describe('an intention', () => {
  it('keeps its key while answers are lost', async () => {
    const { send, fails, keys, kinds } = button(['lost', 'lost'])
    expect(await fails(send(pay, { amount: '5' }))).toBe('network')
    expect(await fails(send(pay, { amount: '5' }))).toBe('network')
    expect(await send(pay, { amount: '5' })).toEqual({ id: 7 })
    expect(kinds()).toEqual([0, 0, 0])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('gets another key with another amount, or for another call', async () => {
    const { send, fails, kinds } = button(['lost', 'lost'])
    await fails(send(pay, { amount: '5' }))
    await fails(send(pay, { amount: '6' }))
    await send(bet, { amount: '6' })
    expect(kinds()).toEqual([0, 1, 2])
  })

  it('is the same with the next Google code, and says so when the first try had arrived', async () => {
    const { send, fails, kinds } = button(['lost', refused('request.key_conflict')])
    await fails(send(pay, { amount: '5', code: '111111' }, ['code']))
    expect(await fails(send(pay, { amount: '5', code: '222222' }, ['code']))).toBe('request.key_conflict')
    expect(kinds()).toEqual([0, 0])
    await send(pay, { amount: '5', code: '333333' }, ['code'])
    expect(kinds()).toEqual([0, 0, 2])
  })

  it('is over with its answer: the same again is meant again', async () => {
    const { send, fails, kinds } = button([done, refused('balance.insufficient')])
    await send(pay, { amount: '5' })
    expect(await fails(send(pay, { amount: '5' }))).toBe('balance.insufficient')
    await send(pay, { amount: '5' })
    expect(kinds()).toEqual([0, 1, 2])
  })
})
