/** Runs the server behind Vite with hot reload. npm run dev. */
import { fork } from 'node:child_process'
import { createServer } from 'vite'
import { readConfig } from '#server/processes/config.ts'
import { root } from './run/command.ts'

const { port } = readConfig(process.env)
const server = fork('server/processes/main.ts', { cwd: root, detached: true })
const vite = await createServer({
  root: `${root}web`,
  configFile: `${root}vite.config.ts`,
  server: { proxy: { '/api': `http://127.0.0.1:${port}` } },
})
await vite.listen()
vite.printUrls()

let code = 0
const stop = (): void => {
  if (server.connected) server.disconnect()
  void vite.close()
}
server.once('exit', (ended) => {
  code = ended ?? 1
  void vite.close().then(() => process.exit(code))
})
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
