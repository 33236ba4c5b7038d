import { createHash } from 'node:crypto'
import { type LiveItem, type LiveKind, liveKinds } from '#kit/wire/contracts/live.contract.ts'

export type LiveState = Readonly<Record<LiveKind, readonly string[]>>
export type Known = Readonly<Record<LiveKind, string>>

export type LiveItems<Kind extends LiveKind> = ReadonlyMap<string, readonly LiveItem<Kind>[]>

/** 48-bit hash that distinguishes states of one wallet. Not for security. */
const sumOf = (items: readonly string[]): string =>
  createHash('sha256').update(items.join('\n')).digest('base64url').slice(0, 8)

const perKind = <Value>(make: (kind: LiveKind, place: number) => Value): Record<LiveKind, Value> =>
  Object.fromEntries(liveKinds.map((kind, place) => [kind, make(kind, place)])) as Record<LiveKind, Value>

export const knownOf = (state: LiveState): Known => perKind((kind) => sumOf(state[kind]))

/** Event ID that reveals neither time nor sender. */
export const idOf = (known: Known): string => liveKinds.map((kind) => known[kind]).join('.')

/** @returns undefined if invalid */
export function readId(id: string): Known | undefined {
  const sums = id.split('.')
  if (sums.length !== liveKinds.length || !sums.every((sum) => /^[A-Za-z0-9_-]{8}$/.test(sum))) return undefined
  return perKind((_, place) => sums[place] ?? '')
}

export type Change = { readonly kind: LiveKind; readonly items: readonly string[]; readonly known: Known }

/** @param before the last polled state; limits events to items that changed since */
export function changesOf(known: Known, state: LiveState, before: LiveState | undefined): Change[] {
  const now = knownOf(state)
  const then = before && knownOf(before)
  const changes: Change[] = []
  let told = known
  for (const kind of liveKinds) {
    if (known[kind] === now[kind]) continue
    told = { ...told, [kind]: now[kind] }
    const seen = new Set(then?.[kind] === known[kind] ? before?.[kind] : [])
    changes.push({ kind, items: state[kind].filter((item) => !seen.has(item)), known: told })
  }
  return changes
}

export const stateOf = (found: Readonly<Record<LiveKind, LiveItems<LiveKind>>>, walletId: string): LiveState =>
  perKind((kind) => (found[kind].get(walletId) ?? []).map((item) => JSON.stringify(item)))
