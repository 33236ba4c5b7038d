import { type OwnKind, type OwnNotice, type OwnTopic, placeOf, topicOf } from '../personal/own-notices.ts'
import { isQuiet } from './quiet.ts'

/** What a device is to be told at once. */
export type Telling = {
  /** What counts as told after it: the keys of its events. */
  readonly keys: readonly string[]
  readonly kind: OwnKind | 'several'
  /** A device shows one of a tag: what is sent twice, because a process died in between, is shown once. */
  readonly tag: string
  /** The screen it leads to, behind the hash. */
  readonly address: string
  readonly urgent: boolean
}

export type Choice = { readonly topics: readonly OwnTopic[]; readonly quiet: string; readonly zone: string }

/** More than so many things at once are told as one: a phone that was off for a night does not ring ten times. */
const apartMax = 3

const addressOf = (notice: OwnNotice): string => {
  const { to, query } = placeOf(notice)
  return query ? `${to}?${new URLSearchParams(query)}` : to
}

/**
 * What to tell of what happened: what was chosen and not told yet, the oldest first. In quiet hours only what guards the wallet: whoever
 * enters a wallet at night counts on its holder being asleep.
 * @param isOver the session of the device has ended: the last it is told is what guards the wallet, for that may be why
 */
export function planTellings(
  notices: readonly OwnNotice[],
  { topics, quiet, zone }: Choice,
  { told, wall, isOver }: { readonly told: ReadonlySet<string>; readonly wall: Date; readonly isOver: boolean },
): Telling[] {
  const chosen = notices.filter(({ key, kind }) => topics.includes(topicOf(kind)) && !told.has(key)).toReversed()
  const guards = chosen.filter(({ kind }) => topicOf(kind) === 'security')
  const others = chosen.filter(({ kind }) => topicOf(kind) !== 'security')
  const rest = isOver || isQuiet(quiet, zone, wall) ? [] : others
  const apart = (each: OwnNotice): Telling => ({
    keys: [each.key],
    kind: each.kind,
    tag: each.key,
    address: addressOf(each),
    urgent: topicOf(each.kind) === 'security',
  })
  const several: Telling = {
    keys: rest.map(({ key }) => key),
    kind: 'several',
    tag: 'several',
    address: '/pages/notice/index',
    urgent: false,
  }
  return [...guards.map(apart), ...(rest.length > apartMax ? [several] : rest.map(apart))]
}
