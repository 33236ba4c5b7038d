import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { turns, until } from '#kit/test/test-until.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { connectionsMax } from './connections.ts'

describe('connections of one address', () => {
  let world: TestApp
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await world.close()
  })

  const listen = async (behindProxy: boolean) => {
    world = await testApp({ config: { behindProxy } })
    const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
    return Number(port)
  }
  const held = () => new Promise<number>((done) => world.app.server.getConnections((_error, count) => done(count)))
  /** @returns how many connections stay open */
  const openSilent = async (port: number, count: number): Promise<number> => {
    const mine: Socket[] = []
    const before = await held()
    for (let each = 0; each < count; each++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      mine.push(socket)
      await once(socket, 'connect')
    }
    sockets.push(...mine)
    const open = () => mine.filter((socket) => !socket.destroyed && !socket.readableEnded).length
    await until('both sides know which connections stay', async () => (await held()) - before === open())
    await turns()
    return open()
  }
  const isAnswered = async (port: number) =>
    fetch(`http://127.0.0.1:${port}/api/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    )

  it('are bounded, and are given back when they close', async () => {
    const port = await listen(false)
    expect(await openSilent(port, connectionsMax.ofAddress + 20)).toBe(connectionsMax.ofAddress)
    expect(world.app.server.maxConnections).toBe(connectionsMax.inAll)
    for (const socket of sockets.splice(0, 40)) socket.destroy()
    await until('40 are given back', async () => (await held()) === connectionsMax.ofAddress - 40)
    expect(await isAnswered(port)).toBe(true)
    expect(await openSilent(port, 10)).toBe(10)
  })

  it('are everybody’s where a proxy passes them on', async () => {
    const port = await listen(true)
    const more = connectionsMax.ofAddress + 20
    expect(await openSilent(port, more)).toBe(more)
    expect(await isAnswered(port)).toBe(true)
  })

  it('are closed where the head of a request does not come', async () => {
    await listen(false)
    expect(world.app.server.headersTimeout).toBeLessThanOrEqual(10_000)
  })
})
