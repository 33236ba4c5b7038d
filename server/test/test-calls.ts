import * as v from 'valibot'
import { fail } from '#kit/failure.ts'
import { contract } from '#kit/wire/contract.ts'
import { typedAmount } from '#kit/wire/fields.ts'
import { implement, implementRead } from '#kit/wire/implement.api.ts'

export const spend = contract({
  method: 'POST',
  path: '/test/spend',
  access: 'money',
  summary: 'Stands for a call that moves money.',
  input: v.object({ amount: typedAmount }),
  output: v.object({ times: v.number(), requestId: v.string() }),
  wire: { amount: 'number' },
  failures: ['balance.fee'],
})
export const poll = contract({
  method: 'GET',
  path: '/test/poll',
  access: 'background',
  summary: 'Stands for a badge.',
  input: v.object({}),
  output: v.object({}),
  failures: [],
})
export const broken = contract({
  method: 'POST',
  path: '/test/broken',
  access: 'session',
  summary: 'Has a bug.',
  input: v.object({ how: v.picklist(['throws', 'wrong_answer', 'undeclared']) }),
  output: v.object({ fine: v.literal(true) }),
  failures: [],
})

export function testCalls() {
  let times = 0
  const calls = [
    implement(spend, async ({ amount }, { requestId }) => {
      if (amount === '13') fail('balance.fee')
      times++
      return { times, requestId }
    }),
    implementRead(poll, async () => ({})),
    implement(broken, async ({ how }) => {
      if (how === 'throws') throw new Error('could not read "my secret value" of somebody')
      if (how === 'undeclared') fail('otherwise.unknown' as 'balance.fee')
      return { fine: false } as unknown as { fine: true }
    }),
  ]
  return { calls, times: () => times }
}
