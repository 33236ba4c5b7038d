import {
  decodeFunctionData,
  keccak256,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP7702,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { depositAddress } from '../../keys/derivation.ts'
import { signerAt } from '../signer-socket.ts'
import type { RunningSigner } from '../start-signer.ts'
import { pinnedNetwork as network, signerForEach } from '../test-signer.ts'
import type { SweepIntent } from './signer-sweep.ts'

const elsewhere = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

describe('the signer of sweeps', () => {
  const sweeper = '0xDBC05B1ECB4FDAEF943819C0B04E9EF6DF4BABD6'
  const sweep = (change: Partial<SweepIntent> = {}): SweepIntent => ({
    chain: 'eth',
    coin: 'USDT',
    nonce: 3,
    feeMaxPerGas: '2000000000',
    tipMaxPerGas: '1000000000',
    indexes: [4, 7],
    delegating: [7],
    ...change,
  })
  let signer: RunningSigner
  signerForEach((started) => {
    signer = started
  })

  it('lets the key that pays for gas call the pinned sweeper for deposit addresses, and signs what delegates to it', async () => {
    await signer.pinNetwork({ ...network, sweeper })
    const { depositXpub, gasAddress, hotAddress } = (await signer.publicKeys()).evm
    const { raw, hash } = await signerAt(signer.socket).signSweep(sweep())
    const serialized = raw as TransactionSerializedEIP7702
    expect(keccak256(serialized)).toBe(hash)
    const transaction = parseTransaction(serialized)
    expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(gasAddress)
    expect(gasAddress).not.toBe(hotAddress)
    expect(transaction).toMatchObject({ type: 'eip7702', chainId: 31337, nonce: 3, to: sweeper.toLowerCase() })
    const abi = parseAbi(['function sweepAll(address[] accounts, address token)'])
    const addresses = [4, 7].map((index) => depositAddress(depositXpub, index))
    expect(decodeFunctionData({ abi, data: transaction.data ?? '0x' }).args).toEqual([addresses, network.tokens.USDT])
    const [authorization] = transaction.authorizationList ?? []
    expect(authorization).toMatchObject({ chainId: 31337, address: sweeper.toLowerCase(), nonce: 0 })
    const by = authorization && (await recoverAuthorizationAddress({ authorization }))
    expect(by).toBe(addresses[1])
    const later = parseTransaction((await signer.signSweep(sweep({ delegating: [] }))).raw as `0x02${string}`)
    expect(later.type).toBe('eip1559')
  })

  it('refuses a chain without a sweeper, another sweeper, places that do not exist, too many, and fees above its cap', async () => {
    await signer.pinNetwork(network)
    await expect(signer.signSweep(sweep())).rejects.toThrow('not swept')
    await expect(signer.pinNetwork({ ...network, sweeper })).rejects.toThrow('pinned at first sight')
    const other = { ...network, chain: 'bsc', tokens: { USDT: elsewhere }, sweeper } as const
    await signer.pinNetwork(other)
    const refused = (change: Partial<SweepIntent>) => signer.signSweep(sweep({ chain: 'bsc', ...change }))
    for (const change of [
      { indexes: [] },
      { indexes: Array(46).fill(1) },
      { indexes: [-1] },
      { delegating: [2 ** 31] },
    ])
      await expect(refused(change), JSON.stringify(change)).rejects.toThrow('no places')
    await expect(refused({ feeMaxPerGas: '1000000000001' })).rejects.toThrow('above the cap')
    await expect(refused({ coin: 'WLD' })).rejects.toThrow('not swept')
  })
})
