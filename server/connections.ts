import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#kit/caller.ts'

/** Connections that are open at once: of one address more than all browsers behind it need, of all no more than leave handles for the database. */
export const connectionsMax = { ofAddress: 512, inAll: 8_000 } as const

/** How soon the head of a request has to be there: connections that say nothing are looked for each few seconds, and closed. */
export const slowHeads = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 } as const

/**
 * Closes connections of an address that has too many: an open one costs its owner nothing, and takes a handle from everybody else.
 * @param isProxy whether an address passes on what others ask, and is counted by nobody
 */
export function boundConnections({ server }: FastifyInstance, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>()
  server.maxConnections = connectionsMax.inAll
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // It was closed before anybody looked.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const caller = callerOf(remoteAddress)
    const count = (open.get(caller) ?? 0) + 1
    if (count > connectionsMax.ofAddress) return void socket.destroy()
    open.set(caller, count)
    socket.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    })
  })
}
