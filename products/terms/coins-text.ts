import { showUnits } from '#kit/amount.ts'
import type { Moved } from './line.ts'

/** Amounts with their coins, for texts: "100 USDT + 400 ATMC". Nothing is left out but what is 0 beside something else. */
export function coinsText(...amounts: readonly Moved[]): string {
  const shown = amounts.filter(({ units }, index) => units > 0n || (index === 0 && amounts.length === 1))
  return shown.map(({ asset, units }) => `${showUnits(units)} ${asset}`).join(' + ')
}
