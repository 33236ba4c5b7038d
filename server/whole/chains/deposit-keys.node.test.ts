import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileCertifying } from '#custody/watching/certify/test-certify.ts'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner } from '#engine/test/test-db.ts'
import { currentDepositKey } from '#features/deposits/deposit-keys.ts'
import { depositAddresses, listDepositKeys } from '#features/deposits/deposits.contract.ts'
import { certifyAddress, readDepositKeys, signDepositKeys } from '#kit/chain/deposit-certificate.ts'
import { publicTextOf } from '#kit/seal/signed-text.ts'
import { dayMs, dayOf } from '#kit/time/clock.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { buildProofs } from '#proofs/days/build.job.ts'
import { findProofProblems } from '#proofs/days/check.server.ts'
import { signProofs } from '#proofs/days/publish.store.ts'
import type { Statement } from '#proofs/tree/format.ts'
import { proofLogs } from '../../sending/proof-logs.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { newHolder } from '../../test/test-funds.ts'
import { operate } from '../../test/test-operator.ts'

const companyKey = new Uint8Array(32).fill(5)
const thiefKey = new Uint8Array(32).fill(9)

describe('the key that certifies deposit addresses', () => {
  let app: TestApp
  let chain: TestChain
  let chains: Chains
  const read = async () => {
    app.wall.advance(10_000)
    return app.client().call(listDepositKeys, {})
  }
  const fresh = { pinned: [], companyKeys: [], seenDays: [] }
  beforeAll(async () => {
    chain = await testChain()
    app = await testApp()
    chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })

  it('is one for all wallets, and is read by anybody', async () => {
    const { keys, latest, logged } = await read()
    expect([keys.length, latest, logged]).toEqual([1, null, null])
    const key = currentDepositKey({ keys, latest, logged, ...fresh })
    expect(key).toBe((await chain.signer.publicKeys()).addressKeys[0]?.publicKey)
    for (const _ of [1, 2]) {
      const { client } = await newHolder(app)
      const shown = await whileCertifying({ db: app.db, chains }, client.call(depositAddresses, {}))
      const certificates = shown.chains.flatMap(({ certificate }) => certificate ?? [])
      expect(new Set(certificates.map(({ publicKey }) => publicKey))).toEqual(new Set([key]))
    }
  })

  it('stands in the operators’ log and in each day’s signed statement', async () => {
    const [{ publicKey = '' } = {}] = (await read()).keys
    expect((await operate(app, `address-key name ${publicTextOf(thiefKey)}`)).text).toContain('not the newest')
    expect((await operate(app, `address-key name ${publicKey}`)).code).toBe(0)
    const day = dayOf(app.clock.now())
    app.clock.advance(dayMs)
    await app.db.transaction((tx) => takeSnapshot(tx, day))
    await buildProofs(app.db, app.clock.now(), proofLogs)
    await signProofs(app.db, companyKey, app.wall.now())
    const said = await read()
    const hash = readDepositKeys(said.keys)?.at(-1)?.hash
    expect((JSON.parse(said.latest?.text ?? '') as Statement).logs.deposits).toEqual({ line: 1, hash })
    expect(said.logged?.args).toContain(publicKey)
    for (const companyKeys of [[], [publicTextOf(companyKey)]])
      for (const pinned of [[], [publicKey]])
        expect(currentDepositKey({ ...said, pinned, companyKeys, seenDays: [] })).toBe(publicKey)
    expect((await findProofProblems(app.db, day, day, proofLogs)).problems).toEqual([])
  })

  it('that somebody with the whole database exchanged is seen by every device, and by the company', async () => {
    const { walletId, client } = await newHolder(app)
    const { keys } = await read()
    const pinned = [keys[0]?.publicKey ?? '']
    const [key] = signDepositKeys([thiefKey])
    const hash = readDepositKeys([key ?? { publicKey: '', signature: '' }])?.[0]?.hash
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    const { signature } = certifyAddress({ walletId, family: 'evm', address }, thiefKey)
    await whileCertifying({ db: app.db, chains }, client.call(depositAddresses, {}))
    await asOwner(
      app.db,
      `SET session_replication_role = replica;
       DELETE FROM deposit_key;
       INSERT INTO deposit_key (line, public_key, signature, hash) VALUES (1, '${key?.publicKey}', '${key?.signature}', '${hash}');
       UPDATE deposit_address SET address = '${address}' WHERE wallet_id = '${walletId}' AND family = 'evm';
       UPDATE deposit_certificate SET public_key = '${key?.publicKey}', signature = '${signature}' WHERE wallet_id = '${walletId}';
       SET session_replication_role = DEFAULT`,
    )
    const said = await read()
    const shown = (await client.call(depositAddresses, {})).chains.find((each) => each.chain === 'eth')
    expect(shown).toMatchObject({ address, certificate: { publicKey: key?.publicKey } })
    expect(currentDepositKey({ ...said, pinned, companyKeys: [], seenDays: [] })).toBeUndefined()
    expect(currentDepositKey({ ...said, ...fresh })).toBeUndefined()
    expect(currentDepositKey({ ...said, logged: null, ...fresh })).toBeUndefined()
    expect(currentDepositKey({ ...said, latest: null, ...fresh })).toBeUndefined()
    const day = dayOf(new Date(app.clock.now().getTime() - dayMs))
    expect((await findProofProblems(app.db, day, day, proofLogs)).problems).toEqual([
      `${day}: line 1 of deposits is not the one that was published`,
    ])
    await expect(connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })).rejects.toThrow(
      'deposit addresses',
    )
  })
})
