import { afterEach, beforeEach, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { isAddressCertified, readDepositKeys, signDepositKeys } from '#kit/chain/deposit-certificate.ts'
import type { Db } from '#kit/store/db.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { depositAddressOf, depositCertificatesOf } from '#outside/chains/keys/deposit-address.store.ts'
import { depositKeys } from '#outside/chains/keys/deposit-key.store.ts'
import { startSigner } from '#outside/chains/signer/start-signer.ts'
import { cheapKeystore, wideRules } from '#outside/chains/test/test-chain.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { certifyAddresses } from './certify.job.ts'

let tron: TestTron
let db: Db
let chains: Chains
beforeEach(async () => {
  tron = await testTron()
  db = await testDb()
  chains = await connectChains({ db, networks: [tron.network], signer: tron.signer })
})
afterEach(async () => {
  await db.close()
  await tron.close()
})

it('has every address certified by the signer, in both families, and never twice differently', async () => {
  const { walletId } = await testWallet(db)
  const { serial } = await loadWallet(db, walletId)
  const addresses = { evm: '', tron: '' }
  for (const family of ['evm', 'tron'] as const)
    addresses[family] = (await depositAddressOf(db, walletId, serial, family)) ?? ''
  expect((await depositCertificatesOf(db, walletId)).size).toBe(0)
  await certifyAddresses({ db, chains })
  await certifyAddresses({ db, chains })
  const certificates = await depositCertificatesOf(db, walletId)
  for (const family of ['evm', 'tron'] as const) {
    const certificate = certificates.get(family)
    expect(certificate && isAddressCertified({ walletId, family, address: addresses[family] }, certificate)).toBe(true)
  }
})

it('certifies no address that somebody wrote into the database, and no place that is another wallet’s', async () => {
  const [victim, thief] = [await testWallet(db), await testWallet(db)]
  const serial = async ({ walletId }: typeof victim) => (await loadWallet(db, walletId)).serial
  const insert = (walletId: string, index: bigint, address: string) =>
    db.query(`INSERT INTO deposit_address (family, index, address, wallet_id) VALUES ('tron', $1, $2, $3)`, [
      index,
      address,
      walletId,
    ])
  await insert(victim.walletId, await serial(victim), 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC')
  await expect(certifyAddresses({ db, chains })).rejects.toThrow(victim.walletId)
  expect((await depositCertificatesOf(db, victim.walletId)).size).toBe(0)
  const place = Number(await serial(victim))
  await expect(tron.signer.certifyDeposit({ walletId: thief.walletId, family: 'tron', index: place })).rejects.toThrow(
    'not the one',
  )
  await expect(
    tron.signer.certifyDeposit({ walletId: victim.walletId, family: 'tron', index: place + 7 }),
  ).rejects.toThrow('not the one')
})

it('certifies every address anew by a successor of the key, which the signer alone can name', async () => {
  const { walletId } = await testWallet(db)
  const { serial } = await loadWallet(db, walletId)
  const address = (await depositAddressOf(db, walletId, serial, 'tron')) ?? ''
  await certifyAddresses({ db, chains })
  const before = (await depositCertificatesOf(db, walletId)).get('tron')
  await tron.signer.stop()
  const { dataDir } = tron
  const startWith = (addressKeys: number) =>
    startSigner({ dataDir, cost: cheapKeystore, rules: { ...wideRules, addressKeys } })
  const signer = await startWith(2)
  chains = await connectChains({ db, networks: [tron.network], signer })
  const keys = await depositKeys(db)
  expect(keys.map(({ publicKey }) => publicKey)[0]).toBe(before?.publicKey)
  expect(readDepositKeys(keys)).toHaveLength(2)
  expect((await depositCertificatesOf(db, walletId)).size).toBe(0)
  await certifyAddresses({ db, chains })
  const after = (await depositCertificatesOf(db, walletId)).get('tron')
  expect(after?.publicKey).toBe(keys[1]?.publicKey)
  expect(after && isAddressCertified({ walletId, family: 'tron', address }, after)).toBe(true)
  const addressKeys = signDepositKeys([new Uint8Array(32).fill(9)])
  const thief = { ...signer, publicKeys: async () => ({ ...(await signer.publicKeys()), addressKeys }) }
  await expect(connectChains({ db, networks: [tron.network], signer: thief })).rejects.toThrow('deposit addresses')
  await signer.stop()
  // A downgrade fails too, because the old key may be compromised.
  const old = await startWith(1)
  await expect(connectChains({ db, networks: [tron.network], signer: old })).rejects.toThrow('deposit addresses')
  await old.stop()
})
