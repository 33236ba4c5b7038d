// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { walletAssets } from '#features/balances/balances.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { reads } from '#ui/call/use-call.ts'
import { shownTexts } from './own-figures.ts'

afterEach(() => reads.clear())

const row = {
  coin: 'ATMX',
  kind: 'coin',
  available: '20000',
  held: '0',
  inOrders: '0',
  promised: '0',
  inMarkets: '0',
  value: '400',
} as const
const honest: OutputOf<typeof walletAssets> = { items: [row], total: '400', complete: true }

it('tells an answer with one more in any figure that is shown from the one that was checked', () => {
  const textsOf = (assets: OutputOf<typeof walletAssets>) => {
    reads.setQueryData([walletAssets.path, {}], assets)
    return shownTexts().balances.join()
  }
  const checked = textsOf(honest)
  expect(textsOf(structuredClone(honest))).toBe(checked)
  for (const field of ['available', 'held', 'inOrders', 'promised', 'inMarkets', 'value'] as const)
    expect(textsOf({ ...honest, items: [{ ...row, [field]: '1000000' }] }), field).not.toBe(checked)
  expect(textsOf({ ...honest, total: '1000000' })).not.toBe(checked)
})
