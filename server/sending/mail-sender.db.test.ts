import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendMailCode } from '#features/security/mail/mail.contract.ts'
import { newestMails, queueMail } from '#identity/mail/mail-queue.store.ts'
import { until } from '#kit/test/test-until.ts'
import { minuteMs } from '#kit/time/clock.ts'
import type { Letter } from '#outside/mail/mailer.ts'
import { routes } from '../calls/routes.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { solved, testSecrets } from '../test/test-captcha.ts'
import { sendDueMails } from './mail-sender.ts'

let world: TestApp
beforeAll(async () => {
  world = await testApp({ config: { outbox: true } })
})
afterAll(() => world.close())

const queue = async (address: string) => {
  const { walletId } = await world.client().createWallet()
  const draft = { address, language: 'en', walletId, kind: 'told_password', values: {} } as const
  await world.db.transaction((tx) => queueMail(tx, testSecrets, draft, world.wall.now()))
}
const mailer = () => {
  const taken: Letter[] = []
  const told: boolean[] = []
  const state = { refuses: false }
  const sending = {
    db: world.db,
    wall: world.wall,
    secrets: testSecrets,
    mailer: {
      send: async (letter: Letter) => {
        if (state.refuses) throw new Error('451 come again')
        taken.push(letter)
      },
      close: () => undefined,
    },
    onError: (_error: unknown, isGivenUp: boolean) => void told.push(isGivenUp),
  }
  return { taken, told, state, send: () => sendDueMails(sending), sending }
}

it('sends a mail once, whoever looks at the queue at the same time, and forgets what is in it', async () => {
  await queue('ada@example.com')
  const { taken, send } = mailer()
  await Promise.all([send(), send(), send()])
  world.wall.advance(10 * minuteMs)
  await send()
  expect(taken.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@example.com', 'Your wallet password was changed'],
  ])
  expect(await newestMails(world.db, testSecrets, 10)).toEqual([])
})

it('tries again after longer and longer, and gives up after five times', async () => {
  await queue('bob@example.com')
  const { taken, told, state, send } = mailer()
  state.refuses = true
  await send()
  await send()
  expect(told).toEqual([false])
  for (const waited of [15, 30, 60, 120]) {
    world.wall.advance(waited * 1000 - 1)
    const before = told.length
    await send()
    expect(told.length, `${waited}`).toBe(before)
    world.wall.advance(1)
    await send()
  }
  expect(told).toEqual([false, false, false, false, true])
  state.refuses = false
  world.wall.advance(60 * minuteMs)
  await send()
  expect(taken).toEqual([])
})

it('sends new mails before those that were refused: addresses that take none hold up nobody', async () => {
  for (let each = 0; each < 5; each++) await queue(`nobody${each}@example.com`)
  const { taken, told, state, send } = mailer()
  state.refuses = true
  await send()
  expect(told).toHaveLength(5)
  world.wall.advance(15_000)
  await queue('eve@example.com')
  state.refuses = false
  await send()
  expect(taken.map(({ to }) => to)).toContain('eve@example.com')
  await send()
  expect(taken).toHaveLength(6)
})

it('is due again where a process died with it', async () => {
  await queue('cay@example.com')
  const dying = mailer()
  const died = { ...dying.sending, mailer: { ...dying.sending.mailer, send: () => new Promise<never>(() => {}) } }
  void sendDueMails(died)
  const taking = 'SELECT 1 FROM mail WHERE attempts = 1 AND due_at IS NOT NULL'
  await until('the dying process has taken it', async () => (await world.db.query(taking)).length > 0)
  world.wall.advance(15_000)
  const { taken, send } = mailer()
  await send()
  expect(taken.map(({ to }) => to)).toEqual(['cay@example.com'])
})

it('keeps the mails of the demo, to be read at /outbox and nowhere else', async () => {
  await queue('dee@example.com')
  await sendDueMails({ ...mailer().sending, mailer: undefined })
  const list = await world.app.inject({ url: '/outbox', headers: { host: 'glasshouse.test' } })
  expect(list.body).toContain('dee@example.com')
  const [, id] = /href="\/outbox\/(\d+)"/.exec(list.body) ?? []
  const one = await world.app.inject({ url: `/outbox/${id}`, headers: { host: 'glasshouse.test' } })
  expect(one.body).toContain('src="data:image/png;base64,')
  expect((await world.app.inject({ url: '/outbox/999', headers: { host: 'glasshouse.test' } })).statusCode).toBe(404)
  for (const config of [{ outbox: false }, { outbox: true, demo: false }]) {
    const other = await testApp({ db: world.db, config })
    expect((await other.app.inject({ url: '/outbox', headers: { host: 'glasshouse.test' } })).statusCode).toBe(404)
    await other.app.close()
  }
})

it('sends no code at all where no mail leaves the company', async () => {
  const silent = await testApp({ calls: routes(false, false) })
  const client = silent.client()
  await client.createWallet()
  const input = { email: 'eve@example.com', scene: 'bind' as const, method: 2, ...(await solved(silent, client)) }
  expect(await client.refusal(sendMailCode, input)).toBe('identity.mail_off')
  await silent.close()
})
