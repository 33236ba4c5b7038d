import { expect, it } from 'vitest'
import { annualShare, isZero, percent, shareText } from './share.ts'

it('shows a share in percent exactly', () => {
  expect(['0.0024', '1', '0', '0.0000000001'].map(percent)).toEqual(['0.24', '100', '0', '0.00000001'])
  expect(['0', '0.00', '0.01'].map(isZero)).toEqual([true, true, false])
})

it('never overstates a yield: a gain is rounded down and a loss up, to six decimals', () => {
  expect([shareText(2n, 3n), shareText(-2n, 3n), shareText(0n, 3n)]).toEqual(['0.666666', '-0.666667', '0'])
  expect([shareText(1n, 1_000_000n), shareText(999_999n, 10n ** 12n)]).toEqual(['0.000001', '0'])
  expect(shareText(-1n, 10n ** 12n)).toBe('-0.000001')
})

it('counts a year as 365 days without compounding', () => {
  expect([annualShare('0.0001', 1), annualShare('0.0024', 15), annualShare('0.0055', 30)]).toEqual([
    ...['0.0365', '0.0584', '0.066916'],
  ])
})
