/** npm run trial bench-flood [-- calls (without the wallet with 10,000 orders)]. The creations come from 50 addresses. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endProduct, removeData, startProduct } from '#e2e/run/product.ts'
import {
  accelerate,
  cancelAcceleration,
  listAccelerations,
} from '#features/investing/acceleration/acceleration.contract.ts'
import { getProduct } from '#features/investing/investing.contract.ts'
import { multiplyOrder } from '#features/investing/test-many-orders.ts'
import { investingWorld } from '#features/investing/test-world.ts'
import { askChallenge, createWallet } from '#features/onboarding/onboarding.contract.ts'
import { confirmPassword } from '#features/security/security.contract.ts'
import { randomText } from '#kit/text/random.ts'
import { dayMs, wallClock } from '#kit/time/clock.ts'
import { headers, source } from '#kit/wire/signing/headers.ts'
import { signFields } from '#kit/wire/signing/sign.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestClient, testClient, testPassword } from '#server/test/test-client.ts'

const [creations, addresses, orders] = [2_000, 50, 10_000]
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const at = (sorted: readonly number[], share: number): string =>
  `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)} ms`
const figures = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return `p50 ${at(sorted, 0.5)} · p99 ${at(sorted, 0.99)} · most ${at(sorted, 1)} (${sorted.length} calls)`
}

/** Half use an unknown challenge, half a valid one with an invalid signature. */
function madeUpRequest({ client, bent, pub, cid }: Stranger, dh: string, nth: number): string {
  const proof = `v1.${pub}.${nth % 2 ? cid : randomText(12)}.${randomText(64)}`
  const { deviceId, userAgent, requestToken = '' } = client.line
  const params = {
    mnemonic: proof,
    password: testPassword,
    r_password: testPassword,
    deviceId,
    dh,
    lang: 'en',
    source,
    timestamp: Math.floor(wallClock.now().getTime() / 1000),
  }
  const body = JSON.stringify({ ...params, sign: signFields(params) })
  const { host } = new URL(client.line.origin)
  const sent = {
    host,
    'user-agent': userAgent,
    'content-type': 'application/json',
    'content-length': `${body.length}`,
    [headers.requestToken]: requestToken,
    ...bent.headers,
  }
  const top = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /api${createWallet.path} HTTP/1.1\r\n${top.join('')}\r\n${body}`
}

function sendBytes(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
      const msg = /"msg":"([^"]+)"/.exec(answer)?.[1]
      if (msg) resolve(msg)
      if (msg) socket.destroy()
    })
    socket.on('error', ({ message }) => resolve(message))
    socket.on('close', () => resolve('closed without an answer'))
  })
}

type Stranger = {
  readonly client: TestClient
  readonly bent: { readonly headers: Readonly<Record<string, string>> }
  readonly pub: string
  readonly cid: string
}

/** Requests are built in advance, for the sharpest burst. */
async function flood(address: string): Promise<void> {
  const { publicText: dh } = await newSessionKeyPair()
  const strangers = await Promise.all(
    Array.from({ length: addresses }, async (_, i): Promise<Stranger> => {
      // From different networks, because networks are rate-limited too.
      const bent = { headers: { 'x-forwarded-for': `198.18.${i + 1}.7` } }
      const [client, pub] = [testClient(address), randomText(32)]
      const { cid } = await client.call(askChallenge, { purpose: 'create', pub }, bent)
      return { client, bent, pub, cid }
    }),
  )
  const requests = Array.from({ length: creations / addresses }, (_, nth) =>
    strangers.map((stranger) => madeUpRequest(stranger, dh, nth)),
  ).flat()
  process.send?.('ready')
  await once(process, 'message')
  const answers = await Promise.all(requests.map((bytes) => sendBytes(address, bytes)))
  const counts = Object.entries(Object.groupBy(answers, (msg) => msg)).map(([msg, all]) => `${msg} ${all?.length}`)
  process.send?.(counts.join(', '))
  process.disconnect()
}

/** One IP address may create five wallets per minute. Each holder may prove its password 15 times. */
async function newHolders(address: string): Promise<TestClient[]> {
  const clients = Array.from({ length: 5 }, () => testClient(address))
  for (const client of clients) await client.createWallet()
  return clients
}

async function holder(address: string): Promise<void> {
  const clients = await newHolders(address)
  let turn = 0
  const check = async (): Promise<number> => {
    const client = clients[turn++ % clients.length]
    const since = performance.now()
    await client?.call(confirmPassword, { walletPassword: testPassword })
    return performance.now() - since
  }
  const quiet: number[] = []
  for (let i = 0; i < 20; i++) quiet.push(await check())
  say(`wallet/check alone:           ${figures(quiet)}`)
  const strangers = fork(fileURLToPath(import.meta.url), ['flood', address])
  await once(strangers, 'message')
  let said = ''
  const since = performance.now()
  strangers.on('message', (message) => {
    said = `${message}, in ${((performance.now() - since) / 1000).toFixed(1)} s`
  })
  strangers.send('go')
  const during: number[] = []
  for (let i = 0; i < 50; i++) {
    during.push(await check())
    await wait(20)
  }
  if (said === '') await once(strangers, 'exit')
  say(`wallet/check in the flood:    ${figures(during)}`)
  say(`${creations} made-up creations from ${addresses} addresses: ${said}`)
}

async function manyOrders(): Promise<void> {
  const world = await investingWorld({ USDT: '1000', WLD: '1000' })
  const ana = await world.wallet({ USDT: '20000' })
  const { orderId: first } = await world.buy(ana, { productId: 20, amount: '1' })
  for (let day = 0; day < 2; day++) await world.pass(dayMs)
  await multiplyOrder(world.db, { orderId: first, walletId: ana, times: orders - 1, at: world.clock.now() })
  await world.db.exec('ANALYZE')
  const { card } = await world.call(getProduct, ana, { productId: 22 })
  const { acceleration } = await world.call(accelerate, ana, { productId: 22, amount: '9000', card: card.hash })
  await world.db.query(`UPDATE investment_order SET state = 'earning' WHERE id = $1`, [acceleration.orderId])
  const times: { cancel: number[]; list: number[] } = { cancel: [], list: [] }
  for (let i = 0; i < 20; i++) {
    const since = performance.now()
    await world.call(cancelAcceleration, ana, { orderId: acceleration.orderId, amount: '5' })
    times.cancel.push(performance.now() - since)
    const then = performance.now()
    await world.call(listAccelerations, ana, {})
    times.list.push(performance.now() - then)
  }
  say(`accelerate-cancel, ${orders} orders: ${figures(times.cancel)}`)
  say(`accelerations, ${orders} orders:     ${figures(times.list)}`)
  await world.close()
}

if (process.argv[2] === 'flood') await flood(process.argv[3] ?? '')
else {
  // Production rate limits, behind a proxy.
  Object.assign(process.env, { BEHIND_PROXY: '1', DEMO: '0' })
  const product = await startProduct()
  try {
    await holder(product.address)
  } finally {
    await endProduct(product)
    process.stdout.write(
      (await import('node:child_process')).execSync(`grep -h TRACE ${product.dataDir}/log/api.log || true`).toString(),
    )
    removeData(product)
  }
  if (process.argv[2] !== 'calls') await manyOrders()
}
