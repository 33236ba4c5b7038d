/**
 * How long another person's evidence takes while 64 forms from 16 addresses are sent a byte a second, on a product with the limits of
 * customers. Run: npm run bench-uploads
 */
import { connect, type Socket } from 'node:net'
import { endProduct, removeData, startProduct } from '#e2e/product.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { uploadPicture } from '#identity/pictures/upload.contract.ts'
import { expect } from '#kit/expect.ts'
import { randomBelow } from '#kit/random.ts'
import { headers } from '#kit/wire/headers.ts'
import { type TestClient, testClient } from '#server/test-client.ts'

const [addresses, walletsOfAddress, formsOfWallet, pictures, mostMs] = [16, 2, 2, 5, 5_000]
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const from = (nth: number) => ({ 'x-forwarded-for': `198.18.${nth}.7` })

/** A picture of its own each time, that packs badly: about a megabyte. */
const noise = (): readonly [number, number, number, number] => [randomBelow(256), randomBelow(256), randomBelow(256), 255]

async function signedIn(address: string, nth: number): Promise<TestClient> {
  const client = testClient(address)
  client.line.headers = from(nth)
  await client.createWallet()
  return client
}

/** Announces a form of 5 MB and sends a byte of it each second. */
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

/** A form that was ended is begun again, for as long as the counters let it. */
function keepSending(address: string, client: TestClient, nth: number, isOver: () => boolean): void {
  sendSlowly(address, client, nth).on('close', () => {
    if (!isOver()) setTimeout(keepSending, 1_000, address, client, nth, isOver)
  })
}

Object.assign(process.env, { BEHIND_PROXY: '1', DEMO: '0' })
const product = await startProduct()
let isOver = false
try {
  const slow: { readonly client: TestClient; readonly nth: number }[] = []
  for (let nth = 1; nth <= addresses; nth++)
    for (let of = 0; of < walletsOfAddress; of++) slow.push({ client: await signedIn(product.address, nth), nth })
  const other = await signedIn(product.address, 200)
  const times: number[] = []
  const send = async () => {
    const file = new Uint8Array(testPng(600, 800, { pixel: noise }))
    const since = performance.now()
    await other.call(uploadPicture, { category: 'evidence', filetype: 'image', file })
    return performance.now() - since
  }
  const alone = await send()
  for (const { client, nth } of slow)
    for (let twice = 0; twice < formsOfWallet; twice++) keepSending(product.address, client, nth, () => isOver)
  for (let nth = 0; nth < pictures; nth++) times.push(await send())
  const most = Math.max(...times)
  say(`evidence alone:                                  ${Math.round(alone)} ms`)
  say(`evidence beside ${slow.length * formsOfWallet} slow forms of ${addresses} addresses:  at most ${Math.round(most)} ms (${times.length} pictures)`)
  expect(most < mostMs, 'evidence arrives within five seconds')
} finally {
  isOver = true
  await endProduct(product)
  removeData(product)
}
