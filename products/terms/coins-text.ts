import { showUnits } from '#kit/amount/amount.ts'
import type { Moved } from './line.ts'

/** "100 USDT + 400 ATMC". Omits zero amounts if others exist. */
export function coinsText(...amounts: readonly Moved[]): string {
  const shown = amounts.filter(({ units }, index) => units > 0n || (index === 0 && amounts.length === 1))
  return shown.map(({ asset, units }) => `${showUnits(units)} ${asset}`).join(' + ')
}
