import { type OwnKind, type OwnNotice, type OwnTopic, placeOf, topicOf } from '../personal/own-notices.ts'
import { isQuiet } from './quiet.ts'

export type Telling = {
  readonly keys: readonly string[]
  readonly kind: OwnKind | 'several'
  /** The device shows one message per tag, so a repeat after a crash appears once. */
  readonly tag: string
  readonly address: string
  readonly urgent: boolean
}

export type Choice = { readonly topics: readonly OwnTopic[]; readonly quiet: string; readonly zone: string }

/** More events than this are combined in one message. */
const apartMax = 3

const addressOf = (notice: OwnNotice): string => {
  const { to, query } = placeOf(notice)
  return query ? `${to}?${new URLSearchParams(query)}` : to
}

/**
 * Chosen events not yet sent, oldest first. Security events ignore quiet hours, because thieves act while the holder sleeps. @param isOver
 * true if the session has ended. Then only security events are sent, because they may explain its end.
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
