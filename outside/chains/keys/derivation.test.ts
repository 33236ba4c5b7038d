import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { fromBaseUnits, toBaseUnits, transferData } from '../evm/erc20.ts'
import { signTransaction } from '../evm/evm-transaction.ts'
import { type Hex, toHex } from './bytes.ts'
import { companyPath, depositAddress, depositXpub, keyAt } from './derivation.ts'

const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const seed = mnemonicToSeedSync(phrase)

describe('deposit addresses', () => {
  it('are the same from the public key alone as from the phrase, by an independent implementation', () => {
    const xpub = depositXpub(seed)
    for (const index of [0, 1, 2, 77, 2_000_000_000])
      expect(depositAddress(xpub, index)).toBe(mnemonicToAccount(phrase, { addressIndex: index }).address)
  })

  it('do not share an account with the company', () => {
    const company = keyAt(seed, `${companyPath}/0/0`)
    expect(company.address).toBe(mnemonicToAccount(phrase, { accountIndex: 1 }).address)
    expect(company.address).not.toBe(depositAddress(depositXpub(seed), 0))
  })
})

describe('transactions', () => {
  const { privateKey, address } = keyAt(seed, `${companyPath}/0/0`)

  it('are byte for byte what an independent implementation signs', async () => {
    const account = privateKeyToAccount(toHex(privateKey))
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((b) => toHex(b))
    const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })
    const transactions = fc.record({
      evmChainId: fc.integer({ min: 1, max: 2 ** 31 }),
      nonce: fc.integer({ min: 0, max: 2 ** 31 }),
      to: fc.option(bytes(20), { nil: undefined }),
      value: wei,
      data: fc.uint8Array({ maxLength: 200 }).map((b) => toHex(b)),
      gas: fc.bigInt({ min: 0n, max: 30_000_000n }),
      feeMaxPerGas: wei,
      tipMaxPerGas: wei,
    })
    const check = fc.asyncProperty(transactions, async (transaction) => {
      const { evmChainId, feeMaxPerGas, tipMaxPerGas, ...same } = transaction
      const [tip, fee] = tipMaxPerGas < feeMaxPerGas ? [tipMaxPerGas, feeMaxPerGas] : [feeMaxPerGas, tipMaxPerGas]
      const expected = await account.signTransaction({
        ...same,
        type: 'eip1559',
        chainId: evmChainId,
        maxFeePerGas: fee,
        maxPriorityFeePerGas: tip,
      } as Parameters<typeof account.signTransaction>[0])
      const { raw, hash } = signTransaction({ ...transaction, feeMaxPerGas: fee, tipMaxPerGas: tip }, privateKey)
      expect(raw).toBe(expected)
      expect(hash).toBe(keccak256(expected))
    })
    await fc.assert(check, { numRuns: 200 })
  })

  it('carry the sender and the transfer they were made for', async () => {
    const to: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const { raw } = signTransaction(
      {
        evmChainId: 31337,
        nonce: 7,
        to,
        value: 0n,
        data: transferData(to, 49_700_000n),
        gas: 100_000n,
        feeMaxPerGas: 10n,
        tipMaxPerGas: 1n,
      },
      privateKey,
    )
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(address)
    expect(parseTransaction(raw).nonce).toBe(7)
  })
})

describe('base units', () => {
  it('round down what arrives and keep the remainder', () => {
    expect(fromBaseUnits(1_234_567n, 6)).toEqual({ units: 123_456_700n, remainder: 0n })
    expect(fromBaseUnits(10n ** 18n + 9_999_999_999n, 18)).toEqual({ units: 100_000_000n, remainder: 9_999_999_999n })
  })

  it('never round what leaves', () => {
    expect(toBaseUnits(4_970_000_000n, 6)).toBe(49_700_000n)
    expect(toBaseUnits(1n, 18)).toBe(10n ** 10n)
    expect(() => toBaseUnits(1n, 6)).toThrow(RangeError)
  })

  it('come back as they left, for every amount and every number of decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n }), fc.integer({ min: 8, max: 18 }), (units, decimals) => {
        expect(fromBaseUnits(toBaseUnits(units, decimals), decimals)).toEqual({ units, remainder: 0n })
      }),
    )
  })
})
