import * as v from 'valibot'
import { expect, it } from 'vitest'
import { capsOf, packageCaps } from './package-settings.ts'

it('packages of 5,000 USDT a day are sold, and of 2,000 to one wallet, until operators change it', () => {
  expect(capsOf(packageCaps.initial)).toEqual({ dayValue: 5_000_00000000n, walletValue: 2_000_00000000n })
  const accepts = (dayValue: string, walletValue: string) => v.is(packageCaps.schema, { dayValue, walletValue })
  expect([accepts('10', '10'), accepts('11', '10')]).toEqual([true, true])
  expect([accepts('10', '10.01'), accepts('9.99', '9.99'), accepts('10', '9.99'), accepts('', '10')]).toEqual(
    Array(4).fill(false),
  )
  expect(packageCaps.narrowsWithdrawing).toBe(false)
})
