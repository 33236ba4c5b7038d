/**
 * Runs one process in the foreground, for separate machines or replicas. npm run part -- api (or worker, days, signer). Uses
 * the same environment as `npm start`. Never restarts automatically.
 */
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import type { ChildMessage } from '#kit/run-child.server.ts'
import { programs } from '#server/processes/programs.ts'
import { refuseUnsafeStart } from '#server/processes/safe-start.ts'
import { configOrExit } from './run/config.ts'
import { buildWebIfStale } from './run/web-build.ts'

const [name] = process.argv.slice(2)
const config = configOrExit()
const program = programs(config).find((each) => each.name === name)
if (!program) {
  process.stderr.write('Which part? api, worker, days or signer.\n')
  process.exit(1)
}
try {
  refuseUnsafeStart(config, name === 'signer')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
const built = name === 'api' ? await buildWebIfStale() : undefined
if (built && !built.ok) {
  process.stderr.write(built.output)
  process.exit(1)
}
const secret = program.secretFile === undefined ? [] : [openSync(program.secretFile, 'r')]
const child = fork(program.file, [...(program.args ?? [])], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...secret],
})
child.on('message', (message: ChildMessage) => {
  const said = message.type === 'ready' ? 'is ready; Ctrl-C stops it' : `could not start: ${message.message}`
  process.stderr.write(`${name} ${said}\n`)
})
// The child stops when its channel closes, even if this process is killed.
const stop = (): void => {
  if (child.connected) child.disconnect()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
child.once('exit', (code) => process.exit(code ?? 1))
