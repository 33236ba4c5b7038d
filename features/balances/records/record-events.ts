import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { walletRecords } from '../balances.contract.ts'
import { type RecordRef, readRef } from './record-refs.ts'

type WalletRecord = OutputOf<typeof walletRecords>['items'][number]

export type RecordEvent = {
  readonly key: string
  /** The day, on its first event only. */
  readonly heading: string | undefined
  readonly at: string
  readonly belongs: RecordRef
  /** Amounts per coin. If the spendable balance did not change, these moved inside the wallet. */
  readonly amounts: readonly { readonly coin: WalletRecord['coin']; readonly amount: string }[]
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

/** POWER's midnight events: payout and decay. */
export const powerRef = 'pool:compute'

const wholes: readonly RecordRef['kind'][] = ['deposit', 'withdrawal', 'transfer', 'exchange', 'otc']

function keyOf(record: WalletRecord, day: string): string {
  const { kind } = readRef(record.ref)
  if (wholes.includes(kind)) return record.ref
  return kind === 'other' && record.ref !== powerRef ? `${day} ${record.id}` : `${day} ${record.ref}`
}

/** Newest first, by day. */
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
