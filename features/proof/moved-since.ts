import { idText, readHeld, readId, readUnits } from '#kit/exact.ts'

/** A record of the holder, as far as it says what moved. */
export type OwnRecord = {
  /** The number of its posting, as text. */
  readonly id: string
  readonly coin: string
  readonly direction: 'in' | 'out'
  readonly amount: string
  /** Which of the wallet's accounts it speaks of: `available` wherever that is one of the two. */
  readonly account: string
  /** The other account; of the same wallet where `kind` is `own`, and `id` is then its name, or where it names an account of an order. */
  readonly counterpart: { readonly kind: string; readonly id: string; readonly account?: string | undefined }
}

/** What moved on an order's account and has no record. Below zero: it went out. */
export type Unrecorded = {
  readonly id: string
  readonly kind: 'principal' | 'promised'
  readonly coin: string
  readonly amount: string
}

export const movedKinds = ['available', 'held', 'principal', 'promised'] as const
type MovedKind = (typeof movedKinds)[number]

/** What the records after a cut changed of a coin, in 10⁻⁸. @throws Unreadable */
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

/** Whether numbers fall, each told once: a list that repeats itself would never come to its end. */
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
 * Where what is said to have moved since the cut is not what records, and postings without one, say; undefined where it is. A leaf that was
 * lowered or left out would be made up for there. Coins an order has rise by records alone. @throws Unreadable
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
