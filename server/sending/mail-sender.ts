import { letterOf } from '#features/security/mail/letter.server.ts'
import { keepSent, keepUnsent, takeDueMails, tellReleases } from '#identity/mail/mail-queue.store.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { Clock } from '#kit/time/clock.ts'
import type { Mailer } from '#outside/mail/mailer.ts'

type Sending = {
  readonly db: Db
  /** The real clock. */
  readonly wall: Clock
  readonly secrets: Secrets
  /** Undefined in the demo, which stores its mails. */
  readonly mailer: Mailer | undefined
  /** Called per failed mail, never with its content. */
  onError(error: unknown, isGivenUp: boolean): void
}

/** Fallback poll; new mails also trigger sending. */
const everyMs = 10_000
const most = 5

/** Safe to kill. Mails not marked as sent are sent again. */
export async function sendDueMails({ db, wall, secrets, mailer, onError }: Sending): Promise<void> {
  await tellReleases(db, secrets, wall.now())
  const mails = await takeDueMails(db, secrets, wall.now(), most)
  await Promise.all(
    mails.map(async ({ id, draft }) => {
      try {
        await mailer?.send(await letterOf(draft))
        await keepSent(db, id, wall.now(), mailer === undefined)
      } catch (error) {
        onError(error, await keepUnsent(db, id))
      }
    }),
  )
}

export function sendMails(sending: Sending): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= sendDueMails(sending)
      .catch((error) => sending.onError(error, false))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  const end = sending.db.hear((table) => {
    if (table === undefined || table === 'mail') run()
  })
  return {
    stop: async () => {
      clearInterval(timer)
      end()
      await running
      sending.mailer?.close()
    },
  }
}
