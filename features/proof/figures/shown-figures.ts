import { readHeld, readId, readUnits } from '#kit/amount/exact.ts'
import type { Kind } from '#proofs/tree/format.ts'
import { movedByRecords, movedKinds, type OwnRecord, type Unrecorded } from '../checks/moved-since.ts'

type MovedKind = (typeof movedKinds)[number]
type Figure = { readonly coin: string; readonly kind: MovedKind; readonly amount: string }

export type ShownFigures = {
  readonly from: string
  /** now: must match the current balances · before: must match the balances of some earlier moment. */
  readonly when: 'now' | 'before'
  readonly coins: readonly Figure[]
}

export type History = {
  readonly cut: bigint
  readonly coins: readonly string[]
  readonly records?: readonly OwnRecord[]
  readonly unrecorded?: readonly Unrecorded[]
}

/**
 * Finds the first displayed figure that no allowed moment explains. @param now the current balances from proof and movements, in 10⁻⁸
 * @returns undefined if none @throws Unreadable
 */
export function findNeverSo(
  figures: readonly ShownFigures[],
  now: (coin: string, kind: Kind) => bigint,
  history: History,
): string | undefined {
  const odd = figures.find(({ coins, when }) => {
    // Comparing earlier moments requires all movements.
    if (when === 'before' && !history.records) return false
    for (const { after, isWhole } of momentsOf(history)) {
      const isSo = coins.every(
        ({ coin, kind, amount }) =>
          // Order balances are known only since the cutoff.
          (!isWhole && (kind === 'principal' || kind === 'promised')) ||
          readHeld(amount) === now(coin, kind) - after(coin, kind),
      )
      if (isSo) return false
      if (when === 'now') return true
    }
    return true
  })
  return odd && `shown by ${odd.from}`
}

/** The first displayed record since the cutoff that differs from the holder's records; undefined if none. */
export function findOtherRow(
  rows: readonly OwnRecord[],
  records: readonly OwnRecord[],
  { cut, coins }: Pick<History, 'cut' | 'coins'>,
): string | undefined {
  const textOf = ({ id, coin, direction, amount, account, counterpart }: OwnRecord): string =>
    [id, coin, direction, `${readHeld(amount)}`, account, counterpart.kind, counterpart.id].join(' ')
  const there = new Set(records.map(textOf))
  const odd = rows.find((row) => coins.includes(row.coin) && readId(row.id) > cut && !there.has(textOf(row)))
  return odd && `record ${odd.id} on the screen`
}

type Moment = { after(coin: string, kind: MovedKind): bigint; readonly isWhole: boolean }

function* momentsOf({ cut, records = [], unrecorded = [] }: History): Generator<Moment> {
  const sums = new Map<string, bigint>()
  const after = (coin: string, kind: MovedKind): bigint => sums.get(`${kind} ${coin}`) ?? nothing
  const undo = (coin: string, kind: MovedKind, units: bigint): void => {
    sums.set(`${kind} ${coin}`, after(coin, kind) + units)
  }
  yield { after, isWhole: true }
  const rows = [
    ...records.map((record) => ({ id: readId(record.id), record })),
    ...unrecorded.map((silent) => ({ id: readId(silent.id), silent })),
  ].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  for (const [place, row] of rows.entries()) {
    if ('silent' in row) undo(row.silent.coin, row.silent.kind, readUnits(row.silent.amount))
    else
      for (const kind of movedKinds)
        undo(row.record.coin, kind, movedByRecords([row.record], row.id - one, row.record.coin, kind))
    if (rows[place + 1]?.id !== row.id) yield { after, isWhole: row.id > cut }
  }
}

const [nothing, one] = [0n, 1n]
