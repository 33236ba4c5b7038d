import { expect, it } from 'vitest'
import { type Fuel, gasWanted, nextStep, worthOf } from './tron-sweep.ts'

const trx = 1_000_000n
/** An activated, empty address that sends to a holder of the coin. */
const fuel: Fuel = {
  held: 0n,
  energyNeeded: 64_285n,
  energyLeft: 0n,
  energyPrice: 100n,
  bytesFee: 0n,
}

it('an address is given a tenth more than the transfer burns, and only what it does not hold already', () => {
  expect(nextStep(fuel, 0)).toEqual({ kind: 'fund', sun: 7_071_350n })
  expect(nextStep({ ...fuel, held: 7n * trx }, 0)).toEqual({ kind: 'fund', sun: 71_350n })
  expect(nextStep({ ...fuel, held: 7_071_350n }, 1)).toEqual({ kind: 'move' })
  expect(nextStep({ ...fuel, held: 7_071_350n, bytesFee: 350_000n }, 0)).toEqual({ kind: 'fund', sun: 350_000n })
})

it('energy that is there pays first, but the network must know the address', () => {
  expect(nextStep({ ...fuel, energyLeft: 64_285n }, 0)).toEqual({ kind: 'move' })
  expect(nextStep({ ...fuel, energyLeft: 60_000n }, 0)).toEqual({ kind: 'fund', sun: 471_350n })
  expect(nextStep({ ...fuel, energyLeft: 64_285n, held: undefined }, 0)).toEqual({ kind: 'fund', sun: 1n })
  expect(nextStep({ ...fuel, held: undefined }, 0)).toEqual({ kind: 'fund', sun: 7_071_350n })
})

it('what the token refuses, and what is not done in six steps, is given up for now', () => {
  expect(nextStep({ ...fuel, energyNeeded: undefined }, 0)).toMatchObject({ kind: 'give up' })
  expect(nextStep({ ...fuel, held: 10n * trx }, 5)).toEqual({ kind: 'move' })
  expect(nextStep({ ...fuel, held: 10n * trx }, 6)).toMatchObject({ kind: 'give up' })
})

it('an address is swept at twenty times the cost, and never for less than it costs', () => {
  // 6.4285 TRX at 0.3 USDT.
  expect(worthOf(fuel, 30_000_000n)).toEqual({ atOnce: 20n * 192_855_000n, floor: 192_855_000n })
  expect(worthOf({ ...fuel, energyNeeded: 1n }, 33_333_333n).floor).toBe(3334n)
})

it('a transfer that the token refuses burns nothing', () => {
  const refused = { ...fuel, energyNeeded: undefined }
  expect(worthOf(refused, 30_000_000n)).toEqual({ atOnce: 0n, floor: 0n })
  expect(gasWanted(refused)).toBe(20n * 2n * trx)
})

it('the gas account is to hold what twenty sweeps take', () => {
  expect(gasWanted(fuel)).toBe(20n * 9_071_350n)
})
