import { letterOf } from '#features/security/letter.server.ts'
import { keepSent, keepUnsent, takeDueMails, tellReleases } from '#identity/mail-queue.store.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import type { Mailer } from '#outside/mail/mailer.ts'

type Sending = {
  readonly db: Db
  /** The real clock. */
  readonly wall: Clock
  readonly secrets: Secrets
  /** None in the demo: its mails stay where its outbox reads them. */
  readonly mailer: Mailer | undefined
  /** Told of each mail that was not taken, and whether it was given up. Never of what is in it. */
  onError(error: unknown, isGivenUp: boolean): void
}

/** How often the queue is looked at beside the moments when a mail comes, and how many mails are taken at once. */
const everyMs = 10_000
const most = 5

/** Sends what is due. May be killed anywhere: what was taken and not marked is due again. */
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

/** Does so again and again, as the process does that has the secrets. */
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
