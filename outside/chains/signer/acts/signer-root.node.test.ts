import { createHash } from 'node:crypto'
import { decodeFunctionData, parseAbi, parseTransaction, recoverTransactionAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { signerAt } from '../signer-socket.ts'
import type { RunningSigner } from '../start-signer.ts'
import { pinnedNetwork as network, signerForEach } from '../test-signer.ts'
import type { RootIntent } from './signer-root.ts'

const proofLog = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const abi = parseAbi(['function write(uint256 day, bytes32 digest, bytes32 root)'])
const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const root = '5'.repeat(64)

function statement(change: object = {}, key = keyOf(3)): RootIntent['statement'] {
  const text = JSON.stringify({ v: 'POL1', day: '2026-11-21', root, ...change })
  return { text, signature: signWith(text, key), publicKey: publicTextOf(key) }
}
const intent = (change: Partial<RootIntent> = {}): RootIntent => ({
  chain: 'eth',
  nonce: 4,
  feeMaxPerGas: '2000000000',
  tipMaxPerGas: '1000000000',
  statement: statement(),
  ...change,
})

describe('the signer of what is written down', () => {
  let signer: RunningSigner
  const own = signerForEach((started) => {
    signer = started
  })

  it('signs day, digest and root of a signed statement for the pinned contract, by a key for that alone', async () => {
    await signer.pinNetwork(network)
    await expect(signer.signRoot(intent())).rejects.toThrow('nothing is written down on eth')
    await signer.pinNetwork({ ...network, proofLog })
    await expect(signer.pinNetwork({ ...network, proofLog: network.vault })).rejects.toThrow('pinned at first sight')
    const { raw } = await signerAt(signer.socket).signRoot(intent())
    const transaction = parseTransaction(raw as `0x02${string}`)
    expect(transaction).toMatchObject({ chainId: 31337, nonce: 4, to: proofLog.toLowerCase() })
    expect(transaction.value ?? 0n).toBe(0n)
    const digest = createHash('sha256').update(statement().text).digest('hex')
    expect(decodeFunctionData({ abi, data: transaction.data ?? '0x' })).toEqual({
      functionName: 'write',
      args: [20_778n, `0x${digest}`, `0x${root}`],
    })
    const { evm, proofAddress } = await signer.publicKeys()
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(proofAddress)
    expect([evm.hotAddress, evm.gasAddress]).not.toContain(proofAddress)
    expect(await signer.signRoot(intent())).toEqual(await signer.signRoot(intent()))
  })

  it('signs one statement of a day and one key for ever, also after it was started again', async () => {
    await signer.pinNetwork({ ...network, proofLog })
    await signer.signRoot(intent())
    await own.restart()
    const other = intent({ statement: statement({ root: '6'.repeat(64) }) })
    await expect(signer.signRoot(other)).rejects.toThrow('another statement of this day')
    const byOther = intent({ statement: statement({ day: '2026-11-22' }, keyOf(4)) })
    await expect(signer.signRoot(byOther)).rejects.toThrow('by another key')
    await signer.signRoot(intent({ feeMaxPerGas: '9000000000', nonce: 5 }))
    await signer.signRoot(intent({ statement: statement({ day: '2026-11-22' }) }))
  })

  it('refuses what is no statement, what is not signed, and fees that make no sense', async () => {
    await signer.pinNetwork({ ...network, proofLog })
    const refused: readonly (readonly [Partial<RootIntent>, string])[] = [
      [{ statement: { ...statement(), text: `${statement().text} ` } }, 'not signed'],
      [{ statement: statement({ v: 'POL2' }) }, 'no statement'],
      [{ statement: statement({ day: '2026-02-30' }) }, 'no statement'],
      [{ statement: statement({ root: `${root}0` }) }, 'no statement'],
      [{ feeMaxPerGas: '1000000000001' }, 'above the cap'],
      [{ tipMaxPerGas: '3000000000' }, 'does not make sense'],
      [{ nonce: -1 }, 'not a whole number'],
      [{ chain: 'tron' }, 'nothing is written down on tron'],
    ]
    for (const [change, reason] of refused) await expect(signer.signRoot(intent(change))).rejects.toThrow(reason)
  })
})
