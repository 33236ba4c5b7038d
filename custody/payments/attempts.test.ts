import { expect, it } from 'vitest'
import { raisedFees } from './attempts.ts'

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
