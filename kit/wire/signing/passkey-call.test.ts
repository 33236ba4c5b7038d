import * as v from 'valibot'
import { expect, it } from 'vitest'
import { stoppedClock } from '#kit/time/clock.ts'
import { createCall } from '../call.ts'
import { contract } from '../contract.ts'

const act = contract({
  method: 'POST',
  path: '/some/act',
  access: 'money',
  summary: 'Acts.',
  input: v.object({ note: v.string() }),
  output: v.object({}),
  failures: [],
})

it('asks a passkey to confirm the very call where one may, before it is sent, and only there', async () => {
  const steps: string[] = []
  const call = createCall({
    host: () => 'https://wallet.example',
    language: () => 'en',
    clock: stoppedClock(new Date('2026-11-21T10:00:00Z')),
    kept: { get: async () => undefined, set: async () => {}, remove: async () => {} },
    session: () => undefined,
    fetch: async (address, init) => {
      const isAct = new URL(address).pathname.endsWith('/act')
      if (isAct) steps.push(`sent ${JSON.parse(String(init.body)).note}`)
      return Response.json({ code: 0, msg: 'ok', data: isAct ? {} : { 'req-token': 't' } })
    },
    wait: async () => {},
    confirm: async (digest) => void steps.push(digest()),
    on: { refused: () => {}, unreachable: () => {}, signInAgain: () => {}, goHome: () => {} },
  })
  const either = { ...act, orPasskey: true } as const
  const key = { idempotencyKey: 'k1' }
  await call(either, { note: '5' }, key)
  await call(either, { note: '6' }, key)
  await call(act, { note: '7' }, key)
  const [first, sent, second, ...rest] = steps
  expect([sent, rest]).toEqual(['sent 5', ['sent 6', 'sent 7']])
  expect(first).not.toBe(second)
})
