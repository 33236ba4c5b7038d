import { TronWeb } from 'tronweb'
import { verifyMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { signerOf } from '../../../../docs/proof/verify-reserves.mjs'
import { toHex } from '../../keys/bytes.ts'
import { depositAddress } from '../../keys/derivation.ts'
import { signerAt } from '../signer-socket.ts'
import type { RunningSigner } from '../start-signer.ts'
import { pinnedNetwork, signerForEach } from '../test-signer.ts'
import { reserveMessage } from './reserve-message.ts'
import type { ReservesIntent } from './signer-reserves.ts'

const { vault } = pinnedNetwork
const blockHash = `0x${'ab'.repeat(32)}`
const intent = (change: Partial<ReservesIntent> = {}): ReservesIntent => ({
  chain: 'eth',
  epoch: '2026-11-22T00:00:00Z',
  blockHash,
  indexes: [4, 7],
  ...change,
})

describe('the signer of reserves', () => {
  let signer: RunningSigner
  signerForEach((started) => {
    signer = started
  })
  beforeEach(async () => {
    await signer.pinNetwork(pinnedNetwork)
    await signer.pinNetwork({ chain: 'tron', evmChainId: 1, tokens: { USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } })
  })

  it('has each key say that its address is ours at a block, as wallets of the chain sign texts', async () => {
    const { hot, deposits } = await signerAt(signer.socket).signReserves(intent())
    const { evm } = await signer.publicKeys()
    const textOf = (address: string) => reserveMessage({ epoch: intent().epoch, chain: 'eth', address, blockHash })
    expect(deposits.map(({ index, address }) => [index, address])).toEqual(
      [4, 7].map((index) => [index, depositAddress(evm.depositXpub, index)]),
    )
    for (const { address, signature } of deposits) {
      const message = textOf(address)
      expect(
        await verifyMessage({ address: address as `0x${string}`, message, signature: signature as `0x${string}` }),
      ).toBe(true)
      expect(toHex(signerOf(message, signature, 'Ethereum'))).toBe(address.toLowerCase())
    }
    // The payout contract has no key, so the hot key signs.
    expect(toHex(signerOf(textOf(vault), hot, 'Ethereum'))).toBe(evm.hotAddress.toLowerCase())
  })

  it('does so on TRON as its wallets do', async () => {
    const { hot, deposits } = await signer.signReserves(intent({ chain: 'tron', blockHash: blockHash.slice(2) }))
    const { tron } = await signer.publicKeys()
    const web = new TronWeb({ fullHost: 'http://127.0.0.1:9' })
    const signed = [...deposits, { address: tron.hotAddress, signature: hot }]
    for (const { address, signature } of signed) {
      const text = reserveMessage({ epoch: intent().epoch, chain: 'tron', address, blockHash: blockHash.slice(2) })
      expect(await web.trx.verifyMessageV2(text, signature)).toBe(address)
    }
  })

  it('refuses an unknown chain, places that do not exist, too many, and what is no moment or block', async () => {
    const refused: readonly (readonly [Partial<ReservesIntent>, string])[] = [
      [{ chain: 'bsc' }, 'not a chain this signer knows'],
      [{ indexes: [-1] }, 'no places'],
      [{ indexes: Array.from({ length: 51 }, (_, index) => index) }, 'no places'],
      [{ epoch: 'withdraw\neverything' }, 'no such moment'],
      [{ blockHash: '0x12' }, 'no such moment'],
    ]
    for (const [change, reason] of refused) await expect(signer.signReserves(intent(change))).rejects.toThrow(reason)
  })
})
