import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { patienceMs, turns } from '#kit/test/test-until.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import type { TestClient } from '../test/test-client.ts'
import { uploadLimits } from './upload-places.ts'

const picture = { category: 'avatar', filetype: 'image', file: new Uint8Array(testPng(4, 4)) } as const

function beginForm({ app }: TestApp, { line }: TestClient, ip = '127.0.0.1'): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const lines = {
    host: 'glasshouse.test',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '1000',
    'user-agent': line.userAgent,
    'x-forwarded-for': ip,
    [headers.requestToken]: line.requestToken,
    [headers.userToken]: line.session?.token,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  socket.on('error', () => undefined)
  socket.write(`POST /api/upload HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  return socket
}

const patient = { timeout: patienceMs, interval: 50 }

describe('the few uploads that are received at once', () => {
  let world: TestApp
  let sockets: Socket[]
  let refused: number
  beforeEach(async () => {
    world = await testApp({ config: { behindProxy: true } })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    sockets = []
    refused = 0
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await world.close()
  })
  const signedIn = async () => {
    const client = world.client()
    await client.createWallet()
    return client
  }
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const upload = async (client: TestClient, ip: string) =>
    (await client.send(uploadPicture, picture, from(ip))).envelope.msg

  function begin(client: TestClient, ip: string): Socket {
    const socket = beginForm(world, client, ip)
    sockets.push(socket)
    socket.on('data', (answer) => {
      if (String(answer).includes('request.busy')) refused += 1
    })
    return socket
  }

  it('leave no place taken when their callers go before they were let in', async () => {
    const client = await signedIn()
    const { db } = world
    const { query } = db
    let [asked, letGo] = [0, () => {}]
    const gate = new Promise<void>((go) => {
      letGo = go
    })
    db.query = (async (...given: Parameters<typeof query>) => {
      asked += 1
      await gate
      return query(...given)
    }) as typeof query
    let begun = 0
    const begins = () => void begun++
    world.app.server.on('request', begins)
    for (let n = 0; n < 8; n++) begin(client, '203.0.113.1')
    const connections = () =>
      new Promise<number>((done) => world.app.server.getConnections((_error, count) => done(count)))
    await vi.waitFor(async () => expect([asked > 0, begun, await connections()]).toEqual([true, 8, 8]), patient)
    await turns(20)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect(await connections()).toBe(0), patient)
    world.app.server.off('request', begins)
    letGo()
    db.query = query
    await vi.waitFor(async () => expect(await upload(client, '203.0.113.1')).toBe('success'), patient)
    for (let n = 0; n < 3; n++) expect(await upload(client, '203.0.113.1')).toBe('success')
  })

  it('are for all: whoever sends slowly takes two, and an address four', async () => {
    const slow = [await signedIn(), await signedIn(), await signedIn()] as const
    const [first, second, third] = slow
    const other = await signedIn()
    for (let n = 0; n < 10; n++) begin(first, '203.0.113.1')
    await vi.waitFor(() => expect(refused).toBeGreaterThan(1), patient)
    expect(await upload(first, '203.0.113.1')).toBe('request.busy')
    expect(await upload(second, '203.0.113.1')).toBe('success')
    for (const client of [second, third]) for (let n = 0; n < 4; n++) begin(client, '203.0.113.1')
    await vi.waitFor(() => expect(refused).toBe(14), patient)
    expect(await upload(other, '203.0.113.1')).toBe('request.busy')
    expect(await upload(other, '203.0.113.2')).toBe('success')
  })

  it('are no others’ for long: beside 64 slow forms of 16 addresses a picture arrives, and they are cut off', async () => {
    const clients = await Promise.all(Array.from({ length: 32 }, signedIn))
    for (const [nth, client] of clients.entries())
      for (let twice = 0; twice < 2; twice++) begin(client, `203.0.113.${(nth % 16) + 1}`).write('x')
    const connections = () =>
      new Promise<number>((done) => world.app.server.getConnections((_error, count) => done(count)))
    await vi.waitFor(async () => expect(await connections()).toBe(64), patient)
    expect(await upload(await signedIn(), '198.51.100.1')).toBe('success')
    world.wall.advance(uploadLimits.windowMs)
    await vi.waitFor(async () => expect([refused, await connections()]).toEqual([64, 0]), patient)
  })
})

describe('uploads that are counted', () => {
  it('count when they begin, once each, whether they arrive or not', async () => {
    const bucket = { burst: 1_000, perSecond: 1_000 }
    const world = await testApp({ config: { limits: { address: bucket, session: bucket } } })
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const client = world.client()
    await client.createWallet()
    const counted = async () =>
      (
        await world.db.query<{ times: number }>(
          "SELECT times FROM call_count WHERE name = 'upload' AND caller LIKE 'w:%' AND span = 60",
        )
      )[0]?.times
    expect(await client.call(uploadPicture, picture)).toMatchObject({ picture: expect.any(String) })
    expect(await counted()).toBe(1)
    for (let nth = 2; nth <= 12; nth++) {
      const socket = beginForm(world, client)
      await vi.waitFor(async () => expect(await counted()).toBe(nth), patient)
      socket.destroy()
    }
    expect(await client.refusal(uploadPicture, picture)).toBe('request.too_often')
    await world.close()
  })
})
