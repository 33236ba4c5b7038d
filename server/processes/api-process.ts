/** Migrates the database, seeds a new one, and serves calls and web app. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seedRows } from '#db/seed-demo.ts'
import { migrate } from '#engine/migrate.store.ts'
import { openDb, openDbAsOwner, untilDatabase } from '#engine/open-db.store.ts'
import { openBreachedPasswords } from '#identity/passwords/breached-passwords.server.ts'
import { breached } from '#identity/passwords/password.server.ts'
import { type Running, runChild } from '#kit/run-child.server.ts'
import type { Db } from '#kit/store/db.ts'
import { expectKnownSecret, loadSecrets } from '#kit/store/secrets.store.ts'
import { openClock, startClock } from '#kit/time/clock.store.ts'
import { wallClock } from '#kit/time/clock.ts'
import { smtpMailer } from '#outside/mail/smtp-mailer.server.ts'
import { pushKeyOf } from '#outside/push/push-key.ts'
import { webPusher } from '#outside/push/pusher.server.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import { signReserveChecks } from '#proofs/reserves/reserves.store.ts'
import { routes } from '../calls/routes.ts'
import { keepDemoCounter } from '../demo/demo-counter.ts'
import { createHttp } from '../http/http.ts'
import { describeBug } from '../http/http-scrub.ts'
import { type Repeated, repeat } from '../loops/repeat.ts'
import { watchBusiness } from '../monitor/business.ts'
import { databaseChecks } from '../monitor/checks.ts'
import { sendMails } from '../sending/mail-sender.ts'
import { publishHeads } from '../sending/publish-heads.ts'
import { type PushSending, sendPushes } from '../sending/push-sender.ts'
import { type Config, monitorOf, readConfig } from './config.ts'
import { openLog } from './log.ts'
import { refuseDemo, refuseOwner } from './safe-start.ts'

const webDir = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** Longer statements are cancelled and their transaction rolls back. */
const statementMs = 25_000

/** A proxy notices by /readyz, then calls in progress end. */
const [noticeMs, drainMs] = [2_000, 30_000]

/** Interval of the fallback poll. New statements also trigger signing. */
const proofMs = 10_000

/** Opens the database after its owner migrated it without a time limit. */
async function openNewest(config: Config): Promise<{ readonly db: Db; readonly applied: readonly string[] }> {
  await untilDatabase(config)
  const owner = await openDbAsOwner(config)
  const applied = await migrate(owner).finally(() => owner.close())
  return { db: await openDb(config, { statementMs, steadyPlans: true }), applied }
}

/** Signs new statements and reserve checks. Only this process has the key. */
const proveWith = (db: Db, key: Uint8Array, log: ReturnType<typeof openLog>): Repeated =>
  repeat(
    {
      everyMs: proofMs,
      when: (now) => db.hear((table) => (table === 'proof_day' || table === 'reserve_check') && now()),
    },
    async () => {
      await signProofs(db, key, wallClock.now())
      await signReserveChecks(db, key, wallClock.now())
    },
    (err) => log.error({ err }, 'what is owed and what there is was not signed'),
  )

const contactOf = ({ origins, smtp }: Config): string =>
  origins.find((origin) => origin.startsWith('https:')) ??
  (smtp ? `mailto:${smtp.from.replace(/^.*<|>$/g, '')}` : 'mailto:nobody@glasshouse.invalid')

/** Logs only the reason, because a push service's reply may contain an address. */
const pushFrom = (
  config: Config,
  deps: Pick<PushSending, 'db' | 'clock' | 'secrets'>,
  log: ReturnType<typeof openLog>,
): Repeated =>
  sendPushes({
    ...deps,
    wall: wallClock,
    pusher: webPusher({
      key: pushKeyOf(deps.secrets.pushKey),
      contact: contactOf(config),
      hosts: config.pushHosts,
    }),
    onError: (error) => log.warn({ reason: (error as Error).message }, 'a device was not told'),
  })

const besideCalls = (
  config: Config,
  deps: Pick<PushSending, 'db' | 'clock' | 'secrets'>,
  log: ReturnType<typeof openLog>,
): readonly Repeated[] => [
  pushFrom(config, deps, log),
  ...(config.demo
    ? [
        keepDemoCounter({ ...deps, wall: wallClock }, (error) =>
          log.error(describeBug(error), 'the demo did not trade over the counter'),
        ),
      ]
    : []),
]

async function start(config: Config): Promise<Running> {
  const { dataDir, demo, host, port } = config
  const log = openLog('api', config.logLevel)
  const { db, applied } = await openNewest(config)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  await refuseDemo(config, db)
  await refuseOwner(config, db)
  const secrets = loadSecrets(join(dataDir, 'server-secret'))
  await expectKnownSecret(db, secrets)
  if (config.breachedPasswordsFile) breached.passwords = await openBreachedPasswords(config.breachedPasswordsFile)
  if (demo) await startClock(db, wallClock.now())
  const clock = await openClock(db)
  if (demo) await seedRows(db, clock)
  const app = await createHttp({
    db,
    clock,
    calls: routes(demo, demo || config.smtp !== undefined, config.origins, config.pushHosts),
    config: {
      secrets,
      demo,
      webDir,
      origins: config.origins,
      ownHostsOnly: config.networksFile !== undefined,
      behindProxy: config.behindProxy,
      proxies: config.trustedProxies,
      outbox: config.smtp === undefined,
      log,
    },
  })
  const publisher = publishHeads({
    db,
    clock,
    publishKey: secrets.publishKey,
    dataDir,
    onError: (err) => log.error({ err }, 'the head of the operators’ log was not published'),
  })
  const prover = proveWith(db, secrets.publishKey, log)
  // A demo without a mail server stores its mails.
  const post = sendMails({
    db,
    wall: wallClock,
    secrets,
    mailer: config.smtp && smtpMailer(config.smtp.url, config.smtp.from),
    // Logs only the code, because a mail server's reply may contain the address.
    onError: (error, isGivenUp) => {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
      log.error({ code, responseCode, isGivenUp }, 'a mail was not sent')
    },
  })
  watchBusiness({ db, clock })
  const aside = besideCalls(config, { db, clock, secrets }, log)
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`PORT ${port} is in use on this machine: stop what uses it, or set PORT to another one.`)
  }
  return {
    checks: databaseChecks(db),
    stop: async () => {
      if (config.monitor) await wait(noticeMs)
      await publisher.stop()
      await prover.stop()
      await post.stop()
      for (const each of aside) await each.stop()
      await app.close()
      clock.close()
      await breached.passwords?.close()
      await db.close()
    },
  }
}

const config = readConfig(process.env)
await runChild(() => start(config), { stopWithinMs: noticeMs + drainMs, monitor: monitorOf(config, 'api') })
