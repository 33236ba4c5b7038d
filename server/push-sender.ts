import { createHash } from 'node:crypto'
import { gatherNotices } from '#features/news/personal/gather.server.ts'
import { planTellings } from '#features/news/push/plan.ts'
import {
  type DuePush,
  forgetDevice,
  forgetTold,
  noteTold,
  restUntil,
  takeDuePushes,
  wereTold,
} from '#features/news/push/push.store.ts'
import { pushText } from '#features/news/push/push-text.server.ts'
import { type EndReason, sessionEnds } from '#identity/session.store.ts'
import { addMs, type Clock, dayMs, hourMs } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import type { Pusher } from '#outside/push/pusher.server.ts'
import { type Repeated, repeat } from './repeat.ts'

export type PushSending = {
  readonly db: Db
  readonly clock: Clock
  /** The real clock. */
  readonly wall: Clock
  readonly secrets: Secrets
  readonly pusher: Pusher
  /** Told of each message that was not taken. Never of what is in it, or for whom. */
  onError(error: unknown): void
}

/** How often a device is looked at, and how many are taken at once. */
const everyMs = 10_000
const most = 50
/** What is older than this is told no more: longer than the longest quiet hours. */
const reachMs = 36 * hourMs
/** A device whose service takes nothing so many times in a row is forgotten, after a day and a half of ever longer waits. */
const triesMax = 12
const longestWaitMs = 4 * hourMs

const later = (one: Date, other: Date): Date => (one > other ? one : other)
/** A message's topic is read by the service: it says nothing but which message takes the place of which. */
const topicOf = (walletId: string, tag: string): string =>
  createHash('sha256').update(`${walletId} ${tag}`).digest('base64url').slice(0, 32)

/** Tells devices what happened. May be killed anywhere: what was sent and not noted is sent again, and takes the place of what the device shows. */
export async function sendDuePushes(sending: PushSending): Promise<void> {
  const { db, wall, secrets } = sending
  for (;;) {
    const due = await takeDuePushes(db, secrets, wall.now(), most)
    const ends = await sessionEnds(
      db,
      due.map(({ sessionId }) => sessionId),
      wall.now(),
    )
    for (const push of due) await tellDevice(sending, push, ends.get(push.sessionId) ?? 'expired')
    if (due.length > 0) await forgetTold(db, addMs(wall.now(), -2 * dayMs))
    if (due.length < most) return
  }
}

async function tellDevice(sending: PushSending, push: DuePush, end: EndReason | 'open'): Promise<void> {
  const { db, clock, wall, onError } = sending
  const { walletId, sessionId } = push
  // Whoever signed out wants no more, and a device nobody uses any more is told nothing.
  if (end === 'signed_out' || end === 'expired') return forgetDevice(db, walletId, sessionId)
  try {
    const [now, real] = [clock.now(), wall.now()]
    const since = {
      business: later(push.since.business, addMs(now, -reachMs)),
      real: later(push.since.real, addMs(real, -reachMs)),
    }
    const notices = await gatherNotices(db, walletId, since, now.getTime() - real.getTime())
    const told = await wereTold(
      db,
      walletId,
      notices.map(({ key }) => key),
    )
    const tell = planTellings(notices, push, { told, wall: real, isOver: end !== 'open' })
    for (const telling of tell) {
      const message = {
        text: pushText(telling, push.language),
        topic: topicOf(walletId, telling.tag),
        urgent: telling.urgent,
      }
      if ((await sending.pusher.send(push.device, message)) === 'gone') return forgetDevice(db, walletId, sessionId)
      await noteTold(db, walletId, telling.keys, real)
    }
    if (end !== 'open') return forgetDevice(db, walletId, sessionId)
    await restUntil(db, walletId, addMs(real, everyMs), 0)
  } catch (error) {
    onError(error)
    const tries = push.tries + 1
    if (tries >= triesMax) return forgetDevice(db, walletId, sessionId)
    await restUntil(db, walletId, addMs(wall.now(), Math.min(longestWaitMs, everyMs * 2 ** tries)), tries)
  }
}

/** Does so again and again, as the process does that has the secrets. */
export const sendPushes = (sending: PushSending): Repeated =>
  repeat({ everyMs }, () => sendDuePushes(sending), sending.onError)
