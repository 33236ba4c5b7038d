import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPhrase } from '#identity/sessions/identity-key.ts'
import type { Db } from '#kit/store/db.ts'
import { wireNameOf } from '#kit/wire/names.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { routes } from '#server/calls/routes.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'

async function dump(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  const parts: string[] = []
  for (const { name } of tables)
    for (const { row } of await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)) parts.push(row)
  return parts.join('\n')
}

const fieldsOf = (contract: (typeof calls)[number]['contract']): string[] => {
  const entries = (contract.input as { entries?: Record<string, unknown> }).entries ?? {}
  return Object.keys(entries).map((world) => wireNameOf(contract.input, world, contract.wire))
}
const calls = routes(true)

describe('a phrase that was sent', () => {
  let world: TestApp
  const phrases: string[] = []
  const forms = [
    (phrase: string) => phrase,
    (phrase: string) => phrase.toUpperCase(),
    (phrase: string) => phrase.replaceAll(' ', ', '),
    (phrase: string) => `my words are ${phrase} thank you`,
    (phrase: string) => phrase.split(' '),
    (phrase: string) => ({ deep: [{ deeper: phrase }] }),
  ]
  const next = (form = 0) => {
    const phrase = newPhrase()
    phrases.push(phrase)
    return (forms[form] ?? forms[0])?.(phrase) ?? phrase
  }

  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  it('is refused by every call, in every field, and stands in no answer, log or row', async () => {
    const client = world.client()
    await client.createWallet()
    await client.confirm()
    let sent = 0
    for (const { contract } of calls)
      for (const field of [...fieldsOf(contract), 'unknown', 'mnemonic', 'lang'])
        for (const form of forms.keys()) {
          const value = next(form)
          const query = typeof value === 'object' ? JSON.stringify(value) : value
          const params = { [field]: contract.method === 'GET' ? query : value }
          const { envelope, status } = await client.send(contract, {}, { params })
          expect([status, envelope.msg], `${contract.path} ${field}`).toEqual([200, 'identity.mnemonic_sent'])
          sent++
        }
    expect(sent).toBeGreaterThan(400)
  })

  it('leaves nothing either when it comes as path, header, name or broken body', async () => {
    const { app } = world
    const words = () => String(next())
    const json = { 'content-type': 'application/json' }
    await app.inject({ method: 'GET', url: `/api/${encodeURIComponent(words())}` })
    await app.inject({ method: 'GET', url: `/${encodeURIComponent(words())}?q=${encodeURIComponent(words())}` })
    await app.inject({ method: 'POST', url: '/api/login/create', headers: json, payload: words() })
    await app.inject({ method: 'POST', url: '/api/login/create', headers: json, payload: `{"mnemonic":"${words()}"` })
    await app.inject({
      method: 'POST',
      url: '/api/login/create',
      headers: { 'content-type': 'text/plain' },
      payload: words(),
    })
    await app.inject({
      method: 'POST',
      url: '/api/login/create',
      headers: json,
      payload: JSON.stringify({ [words()]: 1 }),
    })
    const client = world.client()
    const wallet = await client.createWallet()
    for (const name of ['user-agent', ...Object.values(headers)]) {
      const other = world.client()
      const bent = { headers: { [name]: words() } }
      for (const { contract } of calls.filter(
        ({ contract }) => contract.path === '/wallet/info' || contract.path === '/login/out',
      ))
        await other.send(contract, {}, bent)
    }
    const agent = world.client(words())
    await agent.signIn(wallet.walletId)
    const logged = world.logged().toLowerCase()
    const rows = (await dump(world.db)).toLowerCase()
    expect(logged.length).toBeGreaterThan(1_000)
    expect(rows.length).toBeGreaterThan(1_000)
    const pieces = phrases.map((phrase) => phrase.split(' ').slice(2, 6))
    for (const piece of pieces)
      for (const text of [piece.join(' '), piece.join(', '), piece.join('%20'), piece.join('","')])
        expect(logged.includes(text) || rows.includes(text), text).toBe(false)
  })
})
