import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#kit/caller.ts'

/** Allows many browsers behind one address, and reserves handles for the database. */
export const connectionsMax = { ofAddress: 512, inAll: 8_000 } as const

export const slowHeads = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 } as const

/** Limits connections, because an idle one occupies a handle at no cost to its owner. @param isProxy addresses that are never limited */
export function boundConnections({ server }: FastifyInstance, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>()
  server.maxConnections = connectionsMax.inAll
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
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
