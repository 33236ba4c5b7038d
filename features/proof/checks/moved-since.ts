import { idText, readHeld, readId, readUnits } from '#kit/amount/exact.ts'

export type OwnRecord = {
  readonly id: string
  readonly coin: string
  readonly direction: 'in' | 'out'
  readonly amount: string
  /** The wallet's own account in this record; `available` if the record touches it. */
  readonly account: string
  /** The other account. If `kind` is `own`, it belongs to the same wallet and `id` is its name; `account` may name an order's account. */
  readonly counterpart: { readonly kind: string; readonly id: string; readonly account?: string | undefined }
}

/** A posting on an order's account without a record. Negative: outgoing. */
export type Unrecorded = {
  readonly id: string
  readonly kind: 'principal' | 'promised'
  readonly coin: string
  readonly amount: string
}

export const movedKinds = ['available', 'held', 'principal', 'promised'] as const
type MovedKind = (typeof movedKinds)[number]

/** Movements after `cut`, in units of 10⁻⁸. @throws Unreadable */
export function movedByRecords(records: readonly OwnRecord[], cut: bigint, coin: string, kind: MovedKind): bigint {
  let sum = 0n
  for (const { id, coin: moved, direction, amount, account, counterpart } of records) {
    if (moved !== coin || readId(id) <= cut) continue
    const units = (direction === 'in' ? 1n : -1n) * readHeld(amount)
    const other = counterpart.kind === 'own' ? counterpart.id : counterpart.account
    if (account === kind) sum += units
    else if (other === kind) sum -= units
  }
  return sum
}

/** Numbers must strictly decrease, because a repeating list would never end. */
export function doFall(rows: readonly { readonly id: string }[]): boolean {
  let before: bigint | undefined
  for (const { id } of rows) {
    if (!idText.test(id)) return false
    const number = readId(id)
    if (before !== undefined && number >= before) return false
    before = number
  }
  return true
}

/**
 * Compares the claimed movements since the cutoff with records and unrecorded postings; undefined if they match. Detects leaves that were
 * lowered or left out. Coins in orders rise only by records. @throws Unreadable
 */
export function findUnrecorded(
  since: (coin: string, kind: MovedKind) => bigint,
  { records, unrecorded }: { readonly records: readonly OwnRecord[]; readonly unrecorded: readonly Unrecorded[] },
  { cut, coins }: { readonly cut: bigint; readonly coins: readonly string[] },
): string | undefined {
  if (!doFall(records) || !doFall(unrecorded)) return 'records out of their order'
  const isOdd = ({ id, kind, amount }: Unrecorded): boolean =>
    readId(id) <= cut || (kind === 'principal' && readUnits(amount) >= 0n)
  const odd = unrecorded.find(isOdd)
  if (odd) return `${odd.kind} ${odd.coin} without a record`
  for (const coin of coins)
    for (const kind of movedKinds) {
      const silent = unrecorded.filter((each) => each.coin === coin && each.kind === kind)
      const moved = silent.reduce(
        (sum, { amount }) => sum + readUnits(amount),
        movedByRecords(records, cut, coin, kind),
      )
      if (since(coin, kind) !== moved) return `since ${kind} ${coin}`
    }
  return undefined
}
