import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { gatherOfMany } from '#features/news/personal/gather.server.ts'
import { planTellings, type Telling } from '#features/news/push/plan.ts'
import {
  type DuePush,
  forgetDevice,
  forgetTold,
  noteTold,
  restUntil,
  takeDuePushes,
  toldKey,
  wereTold,
} from '#features/news/push/push.store.ts'
import { pushText } from '#features/news/push/push-text.server.ts'
import { isQuiet } from '#features/news/push/quiet.ts'
import { type EndReason, sessionEnds } from '#identity/sessions/session.store.ts'
import { eachAtOnce } from '#kit/each.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { loadBusinessTime } from '#kit/time/clock.store.ts'
import { addMs, type Clock, dayMs, hourMs } from '#kit/time/clock.ts'
import { versionsOfWallets } from '#ledger/records/wallet-figures.store.ts'
import type { Pusher } from '#outside/push/pusher.server.ts'
import { type Repeated, repeat } from '../loops/repeat.ts'

export type PushSending = {
  readonly db: Db
  readonly clock: Clock
  readonly wall: Clock
  readonly secrets: Secrets
  readonly pusher: Pusher
  /** Called per rejected message, without its content or recipient. */
  onError(error: unknown): void
}

const everyMs = 10_000
const most = 200
const toldAtOnce = 20
/** Maximum age of events to send, longer than the longest quiet hours. */
const reachMs = 36 * hourMs
/** Consecutive failures before a device is removed: a day and a half with backoff. */
const attemptsMax = 12
const longestWaitMs = 4 * hourMs

const later = (one: Date, other: Date): Date => (one > other ? one : other)
/** Push services can read the topic. It reveals only which message replaces which. */
const topicOf = (walletId: string, tag: string): string =>
  createHash('sha256').update(`${walletId} ${tag}`).digest('base64url').slice(0, 32)

/** Ledger version per wallet at its last complete notification. If unchanged, records are not read. */
export type Seen = LRUCache<WalletId, string>
export const createSeen = (): Seen => new LRUCache({ max: 100_000 })

type Look = DuePush & { readonly end: EndReason | 'open'; readonly version: string; readonly tell: readonly Telling[] }

/**
 * Safe to kill: a repeated message replaces the one on the device. Runs ten queries for all due devices, and reads records only for wallets
 * whose ledger changed. @param seen earlier results of this process
 */
export async function sendDuePushes(sending: PushSending, seen = createSeen()): Promise<void> {
  const { db, wall, secrets } = sending
  const silent = new Set<string>()
  for (;;) {
    const due = await takeDuePushes(db, secrets, wall.now(), most)
    const looks = await lookAt(sending, due, seen)
    const [quiet, others] = [looks.filter(isDone), looks.filter((each) => !isDone(each))]
    const ids = quiet.map(({ walletId }) => walletId)
    if (ids.length > 0) await restUntil(db, ids, addMs(wall.now(), everyMs), 0)
    await eachAtOnce(others, toldAtOnce, (each) => tellDevice(sending, each, seen, silent))
    if (due.length > 0) await forgetTold(db, addMs(wall.now(), -2 * dayMs))
    if (due.length < most) return
  }
}

const isDone = ({ end, tell }: Look): boolean => end === 'open' && tell.length === 0

async function lookAt({ db, clock, wall }: PushSending, due: readonly DuePush[], seen: Seen): Promise<Look[]> {
  if (due.length === 0) return []
  const [now, real] = [clock.now(), wall.now()]
  const ids = due.map(({ walletId }) => walletId)
  const sessions = due.map(({ sessionId }) => sessionId)
  // Read versions before records, so concurrent changes are read again.
  const versions = await versionsOfWallets(db, ids)
  const ends = await sessionEnds(db, sessions, real)
  const looks = due.map((push, place) => {
    const end = ends.get(push.sessionId) ?? 'expired'
    const version = `${versions[place]} ${push.sessionId} ${push.topics.join()}`
    const isHeld = end !== 'open' || isQuiet(push.quiet, push.zone, real)
    const since = {
      business: later(push.since.business, addMs(now, -reachMs)),
      real: later(push.since.real, addMs(real, -reachMs)),
    }
    return { ...push, end, version, since, isHeld, books: !isHeld && seen.get(push.walletId) !== version }
  })
  const found = await gatherOfMany(db, looks, await loadBusinessTime(db, { now, wall: real }))
  const events = [...found].flatMap(([walletId, notices]) => notices.map(({ key }) => ({ walletId, key })))
  const all = events.length > 0 ? await wereTold(db, events) : new Set<string>()
  return looks.map((look) => {
    const { walletId, version, isHeld, books, end } = look
    const notices = found.get(walletId) ?? []
    const told = new Set(notices.map(({ key }) => key).filter((key) => all.has(toldKey(walletId, key))))
    const tell = planTellings(notices, look, { told, wall: real, isOver: end !== 'open' })
    if (isHeld) seen.delete(walletId)
    else if (books && tell.length === 0) seen.set(walletId, version)
    return { ...look, tell }
  })
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/**
 * Notifies a device and schedules its next check. @param silent services that timed out in this batch; their other devices wait for the
 * next batch
 */
async function tellDevice(sending: PushSending, look: Look, seen: Seen, silent: Set<string>): Promise<void> {
  const { db, wall, pusher, onError } = sending
  const { walletId, sessionId, end } = look
  if (end === 'signed_out' || end === 'expired') return forgetDevice(db, walletId, sessionId)
  seen.delete(walletId)
  const service = URL.parse(look.device.address)?.host ?? ''
  if (silent.has(service)) return restUntil(db, [walletId], addMs(wall.now(), everyMs), look.attempts)
  try {
    for (const telling of look.tell) {
      const message = {
        text: pushText(telling, look.language),
        topic: topicOf(walletId, telling.tag),
        urgent: telling.urgent,
      }
      if ((await pusher.send(look.device, message)) === 'gone') return forgetDevice(db, walletId, sessionId)
      await noteTold(db, walletId, telling.keys, wall.now())
    }
    if (end !== 'open') return forgetDevice(db, walletId, sessionId)
    await restUntil(db, [walletId], addMs(wall.now(), everyMs), 0)
  } catch (error) {
    onError(error)
    if (isTimeout(error)) silent.add(service)
    const attempts = look.attempts + 1
    if (attempts >= attemptsMax) return forgetDevice(db, walletId, sessionId)
    await restUntil(db, [walletId], addMs(wall.now(), Math.min(longestWaitMs, everyMs * 2 ** attempts)), attempts)
  }
}

export function sendPushes(sending: PushSending): Repeated {
  const seen = createSeen()
  return repeat({ everyMs }, () => sendDuePushes(sending, seen), sending.onError)
}
