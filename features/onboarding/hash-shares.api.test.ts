import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { argon } from '#identity/passwords/password.server.ts'
import { identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { newWalletId } from '#identity/wallet-id.ts'
import { patienceMs } from '#kit/test/test-until.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testPassword } from '#server/test/test-client.ts'
import { askChallenge, restoreWallet, signIn } from './onboarding.contract.ts'

const { verify } = argon

let world: TestApp
let dh: string
let compared: number
let gate: Promise<void> | undefined
let open: () => void
beforeEach(async () => {
  world = await testApp({ config: { behindProxy: true } })
  dh = (await newSessionKeyPair()).publicText
  compared = 0
  gate = new Promise((resolve) => {
    open = resolve
  })
  vi.spyOn(argon, 'verify').mockImplementation(async (...given) => {
    compared += 1
    await gate
    return verify(...given)
  })
})
afterEach(async () => {
  open()
  vi.restoreAllMocks()
  await world.close()
})

function guess(walletIds: readonly string[], ipOf: (nth: number) => string, walletPassword = 'Wr0ngpassword') {
  const busy = { count: 0 }
  const answers = walletIds.map(async (walletId, nth) => {
    const client = world.client()
    const entrance = { walletId, walletPassword, deviceId: client.line.deviceId, dh }
    const { envelope } = await client.send(signIn, entrance, { headers: { 'x-forwarded-for': ipOf(nth) } })
    if (envelope.msg === 'request.busy') busy.count += 1
    return envelope.msg
  })
  return { busy, answers: Promise.all(answers) }
}
const manyNetworks = (nth: number) => `198.18.${nth}.7`

it('keeps nobody with a wallet from signing in who sends wallet IDs that are made up, from however many networks', async () => {
  const { walletId } = await world.client().createWallet()
  const strangers = guess(Array.from({ length: 150 }, newWalletId), manyNetworks)
  const answers = await Promise.race([strangers.answers, vi.waitUntil(() => strangers.busy.count >= 30, patienceMs)])
  expect(answers).toEqual(Array(150).fill('identity.password_wrong'))
  expect(compared).toBe(0)
  gate = undefined
  await world.client().signIn(walletId)
})

it('lets known devices in and wallets be restored while strangers fill the share of signing in', async () => {
  const target = await world.client().createWallet()
  const device = world.client()
  const { walletId, key } = await device.createWallet()
  const strangers = guess(Array(150).fill(target.walletId), manyNetworks)
  await vi.waitUntil(() => strangers.busy.count === 30, patienceMs)
  gate = undefined
  await device.signIn(walletId)
  const next = await identityKeyOf(newPhrase())
  if (!next) throw new Error('a new phrase is a phrase')
  const challenge = await device.call(askChallenge, { purpose: 'restore', pub: key.publicText })
  const { origin, deviceId } = device.line
  const purpose = 'restore' as const
  const facts = { ...challenge, purpose, origin, pub: key.publicText, newPub: next.publicText, deviceId }
  const passwords = { newPassword: testPassword, repeatPassword: testPassword }
  const proofs = { proof: makeProof(facts, key), newProof: makeProof(facts, next) }
  await device.call(restoreWallet, { ...passwords, ...proofs, deviceId, dh })
  open()
  await strangers.answers
})

it('gives one network a few places, and others theirs', async () => {
  const { walletId } = await world.client().createWallet()
  const line = guess(Array(30).fill(walletId), (nth) => `2001:db8:a:${nth.toString(16)}::1`)
  await vi.waitUntil(() => line.busy.count === 10, patienceMs)
  const other = guess([newWalletId()], () => '2001:db8:b::1')
  open()
  expect(await other.answers).toEqual(['identity.password_wrong'])
  await line.answers
})

it('gives a network its turn, and a place, while six others fill the share for as long as they go on', async () => {
  const { walletId } = await world.client().createWallet()
  const own = []
  for (let each = 0; each < 25; each++) own.push((await world.client().createWallet()).walletId)
  // Each of six networks makes 25 attempts, but has only 20 places.
  const wallets = own.flatMap((id) => Array<string>(5).fill(id))
  const crowd = guess(wallets, (nth) => `198.18.${nth % 6}.${Math.floor(nth / 6)}`, testPassword)
  await vi.waitUntil(() => crowd.busy.count === 5, patienceMs)
  const client = world.client()
  const entrance = { walletId, walletPassword: testPassword, deviceId: client.line.deviceId, dh }
  const answer = client.send(signIn, entrance, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  await vi.waitUntil(() => crowd.busy.count === 6, patienceMs)
  open()
  expect((await answer).envelope.msg).toBe('success')
  await crowd.answers
})
