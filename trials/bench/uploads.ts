/** npm run trial bench-uploads. The forms come from 16 addresses. */
import { type AddressInfo, connect, type Socket } from 'node:net'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { expect } from '#kit/expect.ts'
import { randomBelow } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { limitsFor } from '#server/limits/rate-limit.ts'
import { testApp } from '#server/test/test-app.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'

const [addresses, walletsOfAddress, formsOfWallet, pictures, mostMs] = [16, 2, 2, 5, 5_000]
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const from = (nth: number) => ({ 'x-forwarded-for': `198.18.${nth}.7` })

function newPicture(): Uint8Array<ArrayBuffer> {
  const color = [randomBelow(256), randomBelow(256), randomBelow(256), 255]
  return new Uint8Array(testPng(300, 400, { pixel: () => color }))
}

async function signedIn(address: string, nth: number): Promise<TestClient> {
  const client = testClient(address)
  client.line.headers = from(nth)
  await client.createWallet()
  return client
}

function sendSlowly(address: string, { line }: TestClient, nth: number): Socket {
  const { hostname, port, host } = new URL(address)
  const lines = {
    host,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': '5000000',
    'user-agent': line.userAgent,
    [headers.requestToken]: line.requestToken,
    [headers.userToken]: line.session?.token,
    ...from(nth),
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  const socket = connect(Number(port), hostname, () => {
    socket.write(`POST /api/upload HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
    const dripping = setInterval(() => socket.write('-'), 1_000)
    socket.on('close', () => clearInterval(dripping))
  })
  socket.on('error', () => undefined)
  return socket
}

const world = await testApp({
  config: { wall: wallClock, limits: limitsFor(false), behindProxy: true },
  clock: wallClock,
})
await world.app.listen({ port: 0, host: '127.0.0.1' })
const address = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
let isOver = false
const sockets = new Set<Socket>()

function keepSending(client: TestClient, nth: number): void {
  const socket = sendSlowly(address, client, nth)
  sockets.add(socket)
  socket.on('close', () => {
    sockets.delete(socket)
    if (!isOver) setTimeout(keepSending, 1_000, client, nth)
  })
}

const slow: { readonly client: TestClient; readonly nth: number }[] = []
for (let nth = 1; nth <= addresses; nth++)
  for (let of = 0; of < walletsOfAddress; of++) slow.push({ client: await signedIn(address, nth), nth })
const other = await signedIn(address, 200)
const send = async (): Promise<number> => {
  const file = newPicture()
  const sinceMs = performance.now()
  await other.call(uploadPicture, { category: 'evidence', filetype: 'image', file })
  return performance.now() - sinceMs
}
const alone = await send()
for (const { client, nth } of slow) for (let twice = 0; twice < formsOfWallet; twice++) keepSending(client, nth)
const times: number[] = []
for (let nth = 0; nth < pictures; nth++) times.push(await send())
const most = Math.max(...times)
say(`a picture alone:                                   ${Math.round(alone)} ms`)
say(
  `beside ${slow.length * formsOfWallet} slow forms of ${addresses} addresses:  at most ${Math.round(most)} ms (${times.length} pictures)`,
)
isOver = true
for (const socket of sockets) socket.destroy()
await world.close()
expect(most < mostMs, 'another person’s picture arrives within five seconds')
