import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { expect } from '#kit/expect.ts'
import { openEngine } from './embedded-db-engine.server.ts'
import { engineServer } from './embedded-db-server.store.ts'
import { keepingStatements } from './embedded-db-statements.ts'

/** The thread the embedded database lives in: opens it, listens, and closes both when told to. */
const { folder, socketPath } = workerData as { folder: string; socketPath: string }
const parent = parentPort
expect(parent, 'this file runs in a worker thread')

const engine = await openEngine(folder)
const serve = engineServer(keepingStatements(engine))
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.setNoDelay(true)
  serve(socket)
})

// The lock on the folder is ours, so a socket file that is still there belongs to nobody.
if (process.platform !== 'win32') rmSync(socketPath, { force: true })
server.listen(socketPath, () => {
  if (process.platform !== 'win32') chmodSync(socketPath, 0o600)
  parent.postMessage('listening')
})

parent.once('message', async () => {
  server.close()
  for (const socket of sockets) socket.destroy()
  // Connections that close in a transaction are rolled back first.
  await new Promise(setImmediate)
  await engine.close()
  process.exit(0)
})
