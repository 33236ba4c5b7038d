import { parseUnits, showUnits } from '#kit/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { walletRecords } from './balances.contract.ts'
import { type RecordRef, readRef } from './record-refs.ts'

type WalletRecord = OutputOf<typeof walletRecords>['items'][number]

/** One act: a withdrawal, a trade, what an order did on one day. Its records are the entries behind it. */
export type RecordEvent = {
  readonly key: string
  /** The day it stands under; only the first event of a day carries it. */
  readonly heading: string | undefined
  /** The newest of its records. */
  readonly at: string
  readonly belongs: RecordRef
  /** What the spendable balance has more or less by it, coin by coin; where that did not change, what moved inside the wallet. */
  readonly amounts: readonly { readonly coin: WalletRecord['coin']; readonly amount: string }[]
  /** The spendable balance did not change. */
  readonly isInside: boolean
  readonly records: readonly WalletRecord[]
}

const signed = ({ direction, amount }: WalletRecord): bigint =>
  (parseUnits(amount) ?? 0n) * (direction === 'in' ? 1n : -1n)

function sumsOf(records: readonly WalletRecord[]): RecordEvent['amounts'] {
  const sums = new Map<WalletRecord['coin'], bigint>()
  for (const record of records) sums.set(record.coin, (sums.get(record.coin) ?? 0n) + signed(record))
  return [...sums].filter(([, units]) => units !== 0n).map(([coin, units]) => ({ coin, amount: showUnits(units) }))
}

/** What a midnight does to computing power: its pay and its decay. */
export const powerRef = 'pool:compute'

/** What is one act however many days it takes: one row for all of it. An order is bought, pays and ends: a row for each day. */
const wholes: readonly RecordRef['kind'][] = ['deposit', 'withdrawal', 'transfer', 'exchange', 'otc']

/** Records of one thing stand together; what belongs to nothing of one's own stands alone. */
function keyOf(record: WalletRecord, day: string): string {
  const { kind } = readRef(record.ref)
  if (wholes.includes(kind)) return record.ref
  return kind === 'other' && record.ref !== powerRef ? `${day} ${record.id}` : `${day} ${record.ref}`
}

/** Records, the newest first, as events by day. `dayOf` names the day of a moment. */
export function eventsOf(records: readonly WalletRecord[], dayOf: (iso: string) => string): RecordEvent[] {
  const groups = Map.groupBy(records, (record) => keyOf(record, dayOf(record.at)))
  const headed = new Set<string>()
  return [...groups].flatMap(([key, own]) => {
    const [first] = own
    if (!first) return []
    const day = dayOf(first.at)
    const heading = headed.has(day) ? undefined : day
    headed.add(day)
    const spendable = sumsOf(own.filter(({ account }) => account === 'available'))
    const isInside = spendable.length === 0
    return [
      {
        ...{ key, heading, at: first.at, belongs: readRef(first.ref), records: own, isInside },
        amounts: isInside ? sumsOf(own) : spendable,
      },
    ]
  })
}
