import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet, signIn } from '#features/onboarding/onboarding.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { confirmPassword } from '#features/security/security.contract.ts'
import { identityKeyOf, newPhrase } from '#identity/sessions/identity-key.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { testMs } from '#kit/test/test-until.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { testPassword } from '#server/test/test-client.ts'

const rounds = Number(process.env.RACES ?? sizeOf(import.meta.url, { least: 2, turn: 3, all: 1_000 }))
const patience = { timeout: testMs + rounds * 3_000 }

async function countAnswers(times: number, send: (nth: number) => Promise<string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const msg of await Promise.all(Array.from({ length: times }, (_, nth) => send(nth))))
    counts[msg] = (counts[msg] ?? 0) + 1
  return counts
}

describe('many at once', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp({ config: { strict: false } })
  })
  afterAll(() => world.close())

  it('right sign-ins all answer, and leave one session open', patience, async () => {
    const { walletId } = await world.client().createWallet()
    const clients = Array.from({ length: 20 }, () => world.client())
    const { publicText: dh } = await newSessionKeyPair()
    for (let round = 0; round < rounds; round++) {
      const enter = async (nth: number) => {
        const client = clients[nth] ?? world.client()
        const entrance = { walletId, walletPassword: testPassword, deviceId: client.line.deviceId, dh }
        return (await client.send(signIn, entrance)).envelope.msg
      }
      expect(await countAnswers(20, enter)).toEqual({ success: 20 })
      const open = await world.db.query('SELECT 1 FROM session WHERE wallet_id = $1 AND ended_at IS NULL', [walletId])
      expect(open).toHaveLength(1)
      world.wall.advance(1_000)
    }
  })

  it('creations with one phrase make one wallet, and the others are told that it exists', patience, async () => {
    const clients = Array.from({ length: 12 }, () => world.client())
    const { publicText: dh } = await newSessionKeyPair()
    for (let round = 0; round < rounds; round++) {
      const key = await identityKeyOf(newPhrase())
      if (!key) throw new Error('a phrase is given')
      const proofs = await Promise.all(clients.map((client) => client.prove('create', key)))
      const create = async (nth: number) => {
        const client = clients[nth] ?? world.client()
        const password = { newPassword: testPassword, repeatPassword: testPassword }
        const asked = { proof: proofs[nth] ?? '', ...password, sponsorId: '', deviceId: client.line.deviceId, dh }
        return (await client.send(createWallet, asked)).envelope.msg
      }
      expect(await countAnswers(12, create)).toEqual({ success: 1, 'identity.wallet_taken': 11 })
      world.wall.advance(1_000)
    }
  })

  it('right passwords are all right', patience, async () => {
    const client = world.client()
    await client.createWallet()
    for (let round = 0; round < rounds; round++) {
      const check = async () => (await client.send(confirmPassword, { walletPassword: testPassword })).envelope.msg
      expect(await countAnswers(12, check)).toEqual({ success: 12 })
      world.wall.advance(1_000)
    }
    await client.call(loadWalletInfo, {})
  })
})
