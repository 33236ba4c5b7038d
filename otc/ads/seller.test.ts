import { expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { addMs } from '#kit/time/clock.ts'
import { decideSelling, heldAbove, type SellerFacts } from './seller.ts'

const now = new Date('2026-11-22T12:00:00Z')
function refused(change: Partial<SellerFacts>): string | undefined {
  try {
    decideSelling({ units: heldAbove + 1n, sold: 0n, now, heldUntil: null, banUntil: null, banReason: null, ...change })
  } catch (error) {
    if (error instanceof Refusal) return error.key
    throw error
  }
  return undefined
}

it('lets nobody sell whom a ban binds, nor much while a change of security is young', () => {
  expect(refused({})).toBeUndefined()
  expect(refused({ heldUntil: addMs(now, 1) })).toBe('otc.held')
  expect(refused({ heldUntil: now })).toBeUndefined()
  expect(refused({ heldUntil: addMs(now, 1), units: heldAbove })).toBeUndefined()
  expect(refused({ heldUntil: addMs(now, 1), units: 1n, sold: heldAbove })).toBe('otc.held')
  expect(refused({ banUntil: addMs(now, 1), units: 1n })).toBe('identity.withdrawal_banned')
  expect(refused({ banUntil: now })).toBeUndefined()
})
