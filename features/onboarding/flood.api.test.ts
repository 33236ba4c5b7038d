import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { confirmPassword } from '#features/security/security.contract.ts'
import { argon } from '#identity/passwords/password.server.ts'
import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { patienceMs } from '#kit/test/test-until.ts'
import { randomText } from '#kit/text/random.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testPassword } from '#server/test/test-client.ts'
import { askChallenge, createWallet, restoreWallet } from './onboarding.contract.ts'

const counted = { hashes: 0, gate: Promise.resolve() }
const { hash } = argon

let world: TestApp
let dh: string
beforeAll(async () => {
  vi.spyOn(argon, 'hash').mockImplementation(async (...given) => {
    counted.hashes += 1
    await counted.gate
    return hash(...given)
  })
  world = await testApp()
  dh = (await newSessionKeyPair()).publicText
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})
beforeEach(() => {
  counted.hashes = 0
})

async function newKey(): Promise<IdentityKey> {
  const key = await identityKeyOf(newPhrase())
  if (!key) throw new Error('a new phrase is a phrase')
  return key
}
const passwords = { newPassword: testPassword, repeatPassword: testPassword }

async function madeUp(purpose: 'create' | 'restore', key: IdentityKey): Promise<string[]> {
  const client = world.client()
  const { origin, deviceId } = client.line
  const other = await newKey()
  const challenge = await client.call(askChallenge, { purpose, pub: key.publicText })
  const facts = { ...challenge, purpose, origin, pub: key.publicText, deviceId } as const
  const invented = `v1.${key.publicText}.${randomText(12)}.${randomText(64).slice(0, 86)}`
  return [invented, makeProof(facts, other).replace(other.publicText, key.publicText)]
}

it('hashes no password for a made-up proof, however many come', async () => {
  const key = await newKey()
  const wallet = await world.client().createWallet()
  counted.hashes = 0
  const device = { deviceId: world.client().line.deviceId, dh }
  const fakes = await madeUp('create', key)
  const fakeRestores = await madeUp('restore', wallet.key)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => [
      world.client().refusal(createWallet, { ...device, ...passwords, proof: fakes[i % 2] ?? '' }),
      world.client().refusal(restoreWallet, {
        ...device,
        ...passwords,
        proof: fakeRestores[i % 2] ?? '',
        newProof: fakeRestores[i % 2] ?? '',
      }),
    ]).flat(),
  )
  expect(new Set(answers)).toEqual(new Set(['identity.challenge_expired', 'identity.mnemonic_wrong']))
  expect(counted.hashes).toBe(0)
})

it('hashes no password for a right proof by a key that has a wallet, or in a restore by one that has none', async () => {
  const client = world.client()
  const taken = await client.createWallet()
  const stranger = await newKey()
  counted.hashes = 0
  const device = { deviceId: client.line.deviceId, dh }
  const proof = await client.prove('create', taken.key)
  expect(await client.refusal(createWallet, { ...device, ...passwords, proof })).toBe('identity.wallet_taken')
  const challenge = await client.call(askChallenge, { purpose: 'restore', pub: stranger.publicText })
  const next = await newKey()
  const { origin, deviceId } = client.line
  const facts = {
    ...challenge,
    purpose: 'restore',
    origin,
    pub: stranger.publicText,
    newPub: next.publicText,
    deviceId,
  } as const
  const both = { proof: makeProof(facts, stranger), newProof: makeProof(facts, next) }
  expect(await client.refusal(restoreWallet, { ...device, ...passwords, ...both })).toBe('identity.mnemonic_wrong')
  expect(counted.hashes).toBe(0)
})

it('writes nothing for whoever asks for challenges', async () => {
  const { publicText: pub } = await newKey()
  const before = await rows()
  for (let i = 0; i < 20; i++) await world.client().call(askChallenge, { purpose: 'create', pub })
  expect(await rows()).toEqual(before)
})

async function rows(): Promise<Record<string, bigint>> {
  const tables = await world.db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const counts: Record<string, bigint> = {}
  for (const { name } of tables) {
    const [row] = await world.db.query<{ rows: bigint }>(`SELECT count(*) AS rows FROM ${name}`)
    counts[name] = row?.rows ?? 0n
  }
  return counts
}

it('checks a password of somebody signed in while new wallets wait for their hashes, and tells those beyond the bound to come again', async () => {
  const holder = world.client()
  await holder.createWallet()
  const crowd = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const client = world.client()
      return { client, proof: await client.prove('create', await newKey()) }
    }),
  )
  let open = () => {}
  counted.gate = new Promise((resolve) => {
    open = resolve
  })
  let refused = 0
  const creations = crowd.map(async ({ client, proof }) => {
    const answer = await client.send(createWallet, { ...passwords, proof, deviceId: client.line.deviceId, dh })
    if (answer.envelope.msg === 'request.busy') refused += 1
    return answer
  })
  try {
    await vi.waitUntil(() => refused === 10, { timeout: patienceMs })
    await holder.call(confirmPassword, { walletPassword: testPassword })
  } finally {
    open()
  }
  const answers = await Promise.all(creations)
  const busy = answers.find(({ envelope }) => envelope.msg === 'request.busy')
  expect(busy?.headers['retry-after']).toBe('2')
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(40)
})
