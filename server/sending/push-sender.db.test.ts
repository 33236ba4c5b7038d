import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { choosePush, endPush, loadPush } from '#features/news/push/push.contract.ts'
import { takeDuePushes } from '#features/news/push/push.store.ts'
import { signOut } from '#features/onboarding/onboarding.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import type { Db } from '#kit/store/db.ts'
import { en } from '#kit/test/test-texts.ts'
import { turns } from '#kit/test/test-until.ts'
import { dayMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { pushKeyOf } from '#outside/push/push-key.ts'
import { type Pusher, webPusher } from '#outside/push/pusher.server.ts'
import { type TestPushService, testPushService } from '#outside/push/test-push-service.ts'
import { routes } from '../calls/routes.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { testSecrets } from '../test/test-captcha.ts'
import { credit, newParty, type Party } from '../test/test-funds.ts'
import { createSeen, sendDuePushes } from './push-sender.ts'

let service: TestPushService
let world: TestApp
let giver: Party
let holder: Party
let pusher: Pusher
const errors: unknown[] = []

const party = () => newParty(world)
beforeAll(async () => {
  service = await testPushService()
  world = await testApp({ calls: routes(true, true, [], [service.host]) })
  pusher = webPusher({
    key: pushKeyOf(testSecrets.pushKey),
    contact: 'mailto:nobody@glasshouse.invalid',
    hosts: [service.host],
  })
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(async () => {
  ;[giver, holder] = [await party(), await party()]
  await credit(world, giver, 'bsc', 'USDT', '1000')
})
afterEach(async () => {
  await holder.client.call(endPush, {}).catch(() => {})
  service.answerWith(201)
  service.pushed.length = 0
  errors.length = 0
})

const send = (by: Pusher = pusher) =>
  sendDuePushes({
    ...{ db: world.db, clock: world.clock, wall: world.wall, secrets: testSecrets, pusher: by },
    onError: (error) => void errors.push(error),
  })
const choice = (change: Partial<CallInputOf<typeof choosePush>> = {}): CallInputOf<typeof choosePush> => ({
  ...service.device,
  ...{ kinds: ['money', 'orders', 'otc', 'prices', 'security'], window: '', zone: 'UTC', language: 'en' },
  ...change,
})
const choose = (change: Partial<CallInputOf<typeof choosePush>> = {}) => holder.client.call(choosePush, choice(change))
const give = () => giver.client.call(makeTransfer, { receiverId: holder.walletId, coin: 'USDT', amount: '12.34' })
const passes = (ms: number) => {
  world.wall.advance(ms)
  world.clock.advance(ms)
}
const said = () => service.pushed.map(({ text }) => JSON.parse(text) as { title: string; tag: string; address: string })

it('tells a device what happened, once, without an amount, a coin or a name', async () => {
  await give()
  passes(1000)
  await choose()
  await give()
  await send()
  passes(minuteMs)
  await send()
  expect(said()).toMatchObject([
    { title: 'Coins have arrived', address: expect.stringMatching(/^\/pages\/wallet\/info\?id=\d+$/) },
  ])
  expect(service.pushed[0]?.text).not.toMatch(/12|USDT|BSC/)
  expect(service.pushed[0]?.text).not.toContain(giver.walletId)
  expect(service.pushed[0]).toMatchObject({
    urgency: 'normal',
    senderKey: (await holder.client.call(loadPush, {})).pub,
  })
  expect(errors).toEqual([])
})

it('speaks the language of its reader', async () => {
  await holder.client.call(choosePush, choice(), { params: { lang: 'ur' } })
  await give()
  await send()
  expect(said()).toMatchObject([{ title: 'سکے آ گئے ہیں', lang: 'ur', dir: 'rtl' }])
})

it('reads the records of a wallet only while its books move', async () => {
  await choose()
  await give()
  let reads = 0
  const db: Db = {
    ...world.db,
    query: (text, ...rest) => {
      if (/FROM record\b/.test(text)) reads += 1
      return world.db.query(text, ...rest)
    },
  }
  const seen = createSeen()
  const look = async () => {
    reads = 0
    passes(minuteMs)
    await sendDuePushes(
      {
        db,
        clock: world.clock,
        wall: world.wall,
        secrets: testSecrets,
        pusher,
        onError: (error) => errors.push(error),
      },
      seen,
    )
    return reads > 0
  }
  expect([await look(), await look(), await look(), await look()]).toEqual([true, true, false, false])
  await give()
  expect([await look(), await look(), await look()]).toEqual([true, true, false])
  expect([said().length, errors]).toEqual([2, []])
})

it('tells many devices in the same few questions', async () => {
  const others = await Promise.all(Array.from({ length: 12 }, party))
  let asked = 0
  const db: Db = {
    ...world.db,
    query: (text, ...rest) => {
      asked += 1
      return world.db.query(text, ...rest)
    },
  }
  const seen = createSeen()
  const count = async () => {
    passes(minuteMs)
    const sending = { db, clock: world.clock, wall: world.wall, secrets: testSecrets, pusher }
    await sendDuePushes({ ...sending, onError: (error) => errors.push(error) }, seen)
    const before = asked
    passes(minuteMs)
    await sendDuePushes({ ...sending, onError: (error) => errors.push(error) }, seen)
    return asked - before
  }
  await choose()
  const one = await count()
  for (const { client } of others) await client.call(choosePush, choice())
  expect([await count(), errors]).toEqual([one, []])
  for (const { client } of others) await client.call(endPush, {})
})

it('lets nobody wait for a service that does not answer one device', async () => {
  const others = await Promise.all(Array.from({ length: 21 }, party))
  await choose()
  await give()
  await Promise.all(
    others.map(async ({ client, walletId }, place) => {
      await client.call(choosePush, choice({ secret: `${place}`.padStart(22, 'A') }))
      await giver.client.call(makeTransfer, { receiverId: walletId, coin: 'USDT', amount: '1' })
    }),
  )
  passes(minuteMs)
  let told = 0
  let answer = (): void => {}
  const silent: Pusher = {
    send: ({ secret }) => {
      if (secret === service.device.secret) return new Promise((done) => (answer = () => done('taken')))
      told += 1
      return Promise.resolve('taken')
    },
  }
  const sent = send(silent)
  await expect.poll(() => told).toBe(others.length)
  answer()
  await sent
  expect(errors).toEqual([])
  for (const { client } of others) await client.call(endPush, {})
})

it('waits for a service that hangs once in a look, not once for each of its devices', async () => {
  const others = await Promise.all(Array.from({ length: 24 }, party))
  await Promise.all(
    others.map(async ({ client, walletId }) => {
      await client.call(choosePush, choice())
      await giver.client.call(makeTransfer, { receiverId: walletId, coin: 'USDT', amount: '1' })
    }),
  )
  let tried = 0
  const hanging: Pusher = {
    send: async () => {
      tried += 1
      await turns()
      throw new DOMException('nothing came', 'TimeoutError')
    },
  }
  await send(hanging)
  expect([tried, errors.length]).toEqual([20, 20])
  passes(10_000)
  await send()
  expect(said().length).toBe(4)
  passes(10_000)
  await send()
  expect(said().length).toBe(24)
  for (const { client } of others) await client.call(endPush, {})
})

it('tells by whoever looks first: the others find nothing to do', async () => {
  await choose()
  await give()
  await Promise.all([send(), send(), send()])
  expect(said().length).toBe(1)
})

it('repeats after a death between sending and noting, under the same tag and topic', async () => {
  await choose()
  await give()
  const dies: Pusher = {
    send: async (device, message) => {
      await pusher.send(device, message)
      return new Promise(() => {})
    },
  }
  void send(dies)
  await expect.poll(() => service.pushed.length).toBe(1)
  await send()
  expect(service.pushed.length).toBe(1)
  passes(minuteMs)
  await send()
  expect(service.pushed.length).toBe(2)
  const [first, second] = service.pushed
  expect([second?.text, second?.topic]).toEqual([first?.text, first?.topic])
  passes(minuteMs)
  await send()
  expect(service.pushed.length).toBe(2)
})

it('waits for the end of quiet hours, and then tells many things as one', async () => {
  await choose({ window: '11:00-18:00' })
  for (let nth = 0; nth < 4; nth++) {
    passes(1000)
    await giver.client.call(makeTransfer, { receiverId: holder.walletId, coin: 'USDT', amount: `${nth + 1}` })
  }
  await send()
  expect(said()).toEqual([])
  const night = 18 * hourMs - (world.wall.now().getTime() % dayMs)
  passes(((night % dayMs) + dayMs) % dayMs)
  await send()
  expect(said()).toMatchObject([{ title: en('own.kind.several'), address: '/pages/notice/index' }])
})

it('tells a device as the last thing what ended its session, also at night, and then nothing', async () => {
  await choose({ window: '00:00-23:59' })
  passes(1000)
  const thief = world.client()
  await thief.signIn(holder.walletId, holder.password)
  await give()
  await send()
  expect(said()).toMatchObject([{ title: 'Login from a new device', address: '/pages/my/security' }])
  passes(minuteMs)
  await give()
  await send()
  expect(said().length).toBe(1)
  expect(await thief.call(loadPush, {})).toMatchObject({ on: false })
})

it('tells nothing after signing out, and nothing after seven days', async () => {
  await choose()
  await give()
  await holder.client.call(signOut, {})
  await send()
  const other = await party()
  await other.client.call(choosePush, choice())
  passes(7 * dayMs + 1000)
  await send()
  expect(said()).toEqual([])
})

it('forgets a device that is gone', async () => {
  await choose()
  await give()
  service.answerWith(410)
  await send()
  expect(await holder.client.call(loadPush, {})).toMatchObject({ on: false })
  service.answerWith(201)
  passes(minuteMs)
  await send()
  expect([said(), errors]).toEqual([[], []])
})

it('tries again after longer and longer where its service does not take it, and gives up in the end', async () => {
  await choose()
  await give()
  service.answerWith(500)
  await send()
  expect(errors.length).toBe(1)
  passes(19_000)
  await send()
  expect(errors.length).toBe(1)
  service.answerWith(201)
  passes(1000)
  await send()
  expect(said().length).toBe(1)
  passes(minuteMs)
  await give()
  service.answerWith(500)
  for (let nth = 0; nth < 12; nth++) {
    await send()
    passes(Math.min(4 * hourMs, 10_000 * 2 ** (nth + 1)))
  }
  const rows = await world.db.query('SELECT 1 FROM push_choice WHERE wallet_id = $1 AND sealed IS NULL', [
    holder.walletId,
  ])
  expect(rows.length).toBe(1)
})

it('keeps addresses and keys sealed, and refuses a device that is none', async () => {
  await choose()
  const [row] = await world.db.query<{ sealed: Uint8Array }>('SELECT sealed FROM push_choice WHERE wallet_id = $1', [
    holder.walletId,
  ])
  expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain(service.host)
  const refused = (change: Partial<CallInputOf<typeof choosePush>>) => holder.client.refusal(choosePush, choice(change))
  expect(await refused({ address: 'http://169.254.169.254/latest' })).toBe('push.device_refused')
  expect(await refused({ address: 'https://localhost:5432/' })).toBe('push.device_refused')
  expect(await refused({ pub: 'B'.repeat(87) })).toBe('push.device_refused')
  expect(await refused({ secret: 'x' })).toBe('field.format')
  expect(await refused({ zone: 'Mars/Base' })).toBe('field.format')
  expect(await refused({ window: '22:00' })).toBe('field.format')
  const due = await takeDuePushes(world.db, testSecrets, world.wall.now(), 50)
  expect(due.find(({ walletId }) => walletId === holder.walletId)?.device).toEqual(service.device)
})
