import { createHash } from 'node:crypto'
import { type LiveItem, type LiveKind, liveKinds } from '#kit/wire/live.contract.ts'

/** What a wallet's events tell of, as it stands: some items of each kind, each as text. */
export type LiveState = Readonly<Record<LiveKind, readonly string[]>>
/** A short sum of each kind: what somebody knows. */
export type Known = Readonly<Record<LiveKind, string>>

/** Items of the wallets that have any. */
export type LiveItems<Kind extends LiveKind> = ReadonlyMap<string, readonly LiveItem<Kind>[]>

/** 48 bits: two states of one wallet are told apart; it guards nothing. */
const sumOf = (items: readonly string[]): string =>
  createHash('sha256').update(items.join('\n')).digest('base64url').slice(0, 8)

const perKind = <Value>(make: (kind: LiveKind, place: number) => Value): Record<LiveKind, Value> =>
  Object.fromEntries(liveKinds.map((kind, place) => [kind, make(kind, place)])) as Record<LiveKind, Value>

/** What one knows who has been told everything of a state. */
export const knownOf = (state: LiveState): Known => perKind((kind) => sumOf(state[kind]))

/** The id of an event: what its receiver knows, and nothing about when or by whom it was sent. */
export const idOf = (known: Known): string => liveKinds.map((kind) => known[kind]).join('.')

/** Reads an id a client came back with. @returns undefined for anything that is not one */
export function readId(id: string): Known | undefined {
  const sums = id.split('.')
  if (sums.length !== liveKinds.length || !sums.every((sum) => /^[A-Za-z0-9_-]{8}$/.test(sum))) return undefined
  return perKind((_, place) => sums[place] ?? '')
}

export type Change = { readonly kind: LiveKind; readonly items: readonly string[]; readonly known: Known }

/**
 * What to tell one who knows `known`, a kind at a time, each with what is known after it.
 * @param before the state at the last look, if there was one: of what changed since, only the items that did are told
 */
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

/** Puts together what each source found of one wallet. */
export const stateOf = (found: Readonly<Record<LiveKind, LiveItems<LiveKind>>>, walletId: string): LiveState =>
  perKind((kind) => (found[kind].get(walletId) ?? []).map((item) => JSON.stringify(item)))
