import { parseUnits } from '#kit/amount.ts'

/** A record of the holder, as far as it says what moved. */
export type OwnRecord = {
  /** A whole number, as text: that of its posting. */
  readonly id: string
  readonly coin: string
  readonly direction: 'in' | 'out'
  readonly amount: string
  /** Which of the wallet's accounts it speaks of: `available` wherever that is one of the two. */
  readonly account: string
  /** The other account; of the same wallet where `kind` is `own`, and `id` is then its name. */
  readonly counterpart: { readonly kind: string; readonly id: string }
}

/** What can be said from records alone: they name an order without saying which of its accounts it was. */
export const movedKinds = ['available', 'held'] as const

/** What the records after a cut changed of a coin, in 10⁻⁸. Every movement of these two accounts has a record. */
export function movedByRecords(
  records: readonly OwnRecord[],
  cut: bigint,
  coin: string,
  kind: (typeof movedKinds)[number],
): bigint {
  let sum = 0n
  for (const record of records) {
    if (record.coin !== coin || BigInt(record.id) <= cut) continue
    const units = (record.direction === 'in' ? 1n : -1n) * (parseUnits(record.amount) ?? 0n)
    if (record.account === kind) sum += units
    else if (record.counterpart.kind === 'own' && record.counterpart.id === kind) sum -= units
  }
  return sum
}
