import { showUnits } from '#kit/amount.ts'
import type { Moved } from './line.ts'

/** "100 USDT + 400 ATMC". Omits zero amounts next to others. */
export function coinsText(...amounts: readonly Moved[]): string {
  const shown = amounts.filter(({ units }, index) => units > 0n || (index === 0 && amounts.length === 1))
  return shown.map(({ asset, units }) => `${showUnits(units)} ${asset}`).join(' + ')
}
