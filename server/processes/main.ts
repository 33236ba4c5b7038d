/** Starts one process per part, to isolate faults. Only the signer has keys. */

import { chooseDemoWorld, hasDemoWorld } from '#db/demo-world.server.ts'
import { loginPath, psqlCommand, refuseOlderFolder } from '#engine/own-postgres/postgres-login.server.ts'
import { startMonitor } from '#kit/monitor/monitor.server.ts'
import { outboxPath } from '../sending/outbox-path.ts'
import { type Config, logFolder, readConfig } from './config.ts'
import { programs } from './programs.ts'
import { removeRunFile, takeDataFolder, writeRunFile } from './run-file.ts'
import { refuseUnsafeStart } from './safe-start.ts'
import { createSupervisor } from './supervisor.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const addressOf = ({ host, port }: Config): string =>
  `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

async function run(config: Config): Promise<void> {
  refuseUnsafeStart(config)
  await takeDataFolder(config.dataDir)
  const hasOwnServer = config.databaseUrl === undefined
  if (hasOwnServer) refuseOlderFolder(config.dataDir)
  const hasWorld = hasOwnServer && config.demoWorld ? chooseDemoWorld(config.dataDir) : hasDemoWorld(config.dataDir)
  const supervisor = createSupervisor(programs(config, hasWorld), {
    logDir: logFolder(config),
    say,
    onPids: (pids) => writeRunFile(config.dataDir, pids),
  })
  let stopping: Promise<void> | undefined
  const stop = (): void => {
    monitor?.draining()
    stopping ??= supervisor.stop().then(() => {
      removeRunFile(config.dataDir)
      process.exit(process.exitCode ?? 0)
    })
  }
  const monitor = config.monitor && (await startMonitor(config.monitor))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  process.on('disconnect', stop)
  try {
    await supervisor.start()
  } catch (error) {
    if (!stopping) throw error
    return
  }
  monitor?.ready({ parts: supervisor.expectRunning })
  const seconds = (performance.now() / 1000).toFixed(1)
  say(`Glasshouse is open at ${addressOf(config)} (ready in ${seconds} s; Ctrl-C stops it)`)
  if (hasOwnServer)
    say(`Its database can be read with: ${psqlCommand(config.dataDir)} (password: ${loginPath(config.dataDir)})`)
  if (config.demo && !config.smtp) say(`Its mails can be read at ${addressOf(config)}${outboxPath}`)
  if (process.connected) process.send?.({ type: 'ready' })
}

try {
  await run(readConfig(process.env))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
