import type { OutputOf } from '#kit/wire/contract.ts'
import { showAmount } from '#ui/text/format.ts'
import type { listFunds } from './fund.contract.ts'

type Split = OutputOf<typeof listFunds>['items'][number]['splits'][number]

export function splitText({ refilled, dividends, bonuses, fee }: Split) {
  const exact = (units: string): string => showAmount(units, { exact: true })
  return { refilled: exact(refilled), dividends: exact(dividends), bonuses: exact(bonuses), fee: exact(fee) }
}
