import { expect, it } from 'vitest'
import { isFinal, outcomeOf, raisedFees } from './outgoing.ts'

it('raises both fees by an eighth at least, rounded up', () => {
  const before = { feeMaxPerGas: 1001n, tipMaxPerGas: 8n }
  expect(raisedFees(before, { feeMaxPerGas: 1n, tipMaxPerGas: 1n })).toEqual({ feeMaxPerGas: 1127n, tipMaxPerGas: 9n })
})

it('follows the chain where it asks for more, and never tips above the whole fee', () => {
  const before = { feeMaxPerGas: 80n, tipMaxPerGas: 8n }
  expect(raisedFees(before, { feeMaxPerGas: 500n, tipMaxPerGas: 8n })).toEqual({ feeMaxPerGas: 500n, tipMaxPerGas: 9n })
  expect(raisedFees(before, { feeMaxPerGas: 1n, tipMaxPerGas: 900n })).toEqual({
    feeMaxPerGas: 900n,
    tipMaxPerGas: 900n,
  })
})

it('is lost only if another transaction used the nonce', () => {
  expect(outcomeOf('accepted', false)).toBe('sent')
  expect(outcomeOf('known', false)).toBe('sent')
  expect(outcomeOf('unclear', false)).toBe('again')
  expect(outcomeOf('nonce_too_low', true)).toBe('sent')
  expect(outcomeOf('nonce_too_low', false)).toBe('lost')
})

it('is final with enough confirmations, and never before the chain says so', () => {
  expect(isFinal(100, { head: 110, needed: 12 })).toBe(false)
  expect(isFinal(100, { head: 111, needed: 12 })).toBe(true)
  expect(isFinal(100, { head: 200, final: 99, needed: 12 })).toBe(false)
  expect(isFinal(100, { head: 111, final: 100, needed: 12 })).toBe(true)
})
