import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { TronWeb } from 'tronweb'
import { describe, expect, it } from 'vitest'
import { accountOf, tronAddressOf, tronAddressProblem, tronHexOf } from '#kit/chain/tron-address.ts'
import { seededDice } from '#kit/text/random.ts'
import { blockIdOf } from './block.ts'
import { tronAddressOfKey, tronCompanyPath, tronDepositXpub, tronKeyAt } from './derivation.ts'
import { acceptedCorruptions, differencesFromOracle } from './test-oracle.ts'
import {
  readTransaction,
  referenceTo,
  signTronTransaction,
  type TronTransaction,
  transactionIdOf,
} from './transaction.ts'
import { trc20TransferData } from './trc20.ts'

const seed = Number(process.env.SEED ?? 20_261_121)
const privateKey = hexToBytes('2d8f68944bdbfbc0769542fba8fc2d2a3de67393334471624364c7006da2aa54')
const from = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
const contract = 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV'
const published = {
  timestamp: 1_539_295_479_000,
  expiration: 1_539_295_479_000 + 36_000_000,
  feeLimit: 0n,
}
/** Tests encoding only. The address is padded with the network byte, which no contract accepts. */
const publishedTransactions = [
  {
    contract: { kind: 'TransferContract', from, to: contract, sun: 2_000_000n },
    id: 'dc6f6d9325ee44ab3c00528472be16e1572ab076aa161ccd12515029869d0451',
    signature:
      'ede769f6df28aefe6a846be169958c155e23e7e5c9621d2e8dce1719b4d952b63e8a8bf9f00e41204ac1bf69b1a663dacdf764367e48e4a5afcd6b055a747fb200',
  },
  {
    contract: {
      kind: 'TriggerSmartContract',
      from,
      contract,
      data: `a9059cbb${tronHexOf('TW1dU4L3eNm7Lw8WvieLKEHpXWAussRG9Z').padStart(64, '0')}${(1000).toString(16).padStart(64, '0')}`,
      callValue: 0n,
    },
    id: '0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058',
    signature:
      'bec790877b3a008640781e3948b070740b1f6023c29ecb3f7b5835433c13fc5835e5cad3bd44360ff2ddad5ed7dc9d7dee6878f90e86a40355b7697f5954b88c01',
  },
] as const

describe('a TRON address', () => {
  it('is refused with any one character changed', () => {
    const { accepted, tried } = acceptedCorruptions(seededDice(seed), 20)
    expect(accepted).toEqual([])
    expect(tried).toBeGreaterThan(40_000)
  })

  it('is refused for its length, its characters, its checksum and its network, each by name', () => {
    expect(tronAddressProblem(from)).toBeUndefined()
    expect(tronAddressProblem(from.slice(1))).toBe('length')
    expect(tronAddressProblem('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('length')
    expect(tronAddressProblem(`${from.slice(0, 33)}0`)).toBe('format')
    expect(tronAddressProblem(`A${from.slice(1)}`)).toBe('format')
    expect(tronAddressProblem(tronAddressOf(new Uint8Array(20)))).toBe('format')
    expect(tronAddressProblem(from.replace('J', 'K'))).toBe('checksum')
  })

  it('names the account that tronweb reads in it', () => {
    expect(tronHexOf(from)).toBe(TronWeb.address.toHex(from).toLowerCase())
    expect(tronAddressOf(accountOf(from))).toBe(from)
  })

  it('is the same from the public key alone as from the phrase, by tronweb', () => {
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const phraseSeed = mnemonicToSeedSync(phrase)
    const root = HDKey.fromExtendedKey(tronDepositXpub(phraseSeed)).deriveChild(0)
    for (const index of [0, 1, 77, 2_000_000_000]) {
      const theirs = TronWeb.fromMnemonic(phrase, `m/44'/195'/0'/0/${index}`).address
      expect(tronAddressOfKey(root.deriveChild(index).publicKey ?? new Uint8Array())).toBe(theirs)
    }
    const company = tronKeyAt(phraseSeed, `${tronCompanyPath}/0/0`).address
    expect(company).toBe(TronWeb.fromMnemonic(phrase, "m/44'/195'/1'/0/0").address)
  })
})

describe('a TRON transaction', () => {
  const blockId = blockIdOf({
    number: 3_111_739,
    timestamp: 1_539_295_479_000,
    txTrieRoot: '64288c2db0641316762a99dbb02ef7c90f968b60f9f2e410835980614332f86d',
    parentHash: '00000000002f7b3af4f5f8b9e23a30c530f719f165b742e7358536b280eead2d',
    witness: '415863f6091b8e71766da808b1dd3159790f61de7d',
    version: 3,
  })

  it.each(publishedTransactions)('has the id and signature of the published $contract.kind', (vector) => {
    const transaction: TronTransaction = { ...published, ...referenceTo(blockId), contract: vector.contract }
    expect(transactionIdOf(transaction)).toBe(vector.id)
    const read = readTransaction(signTronTransaction(transaction, privateKey).raw)
    // Published with a raw recovery id, to which tronweb and we add 27.
    expect(read.signature.slice(0, 128)).toBe(vector.signature.slice(0, 128))
    expect(Number.parseInt(read.signature.slice(128), 16) - 27).toBe(Number.parseInt(vector.signature.slice(128), 16))
    expect(read.signer).toBe(from)
  })

  it(`is byte for byte what tronweb builds and signs (seed ${seed})`, async () => {
    expect(await differencesFromOracle(seededDice(seed), 300)).toEqual([])
  })

  const transaction: TronTransaction = {
    ...published,
    ...referenceTo(blockId),
    feeLimit: 30_000_000n,
    contract: { kind: 'TriggerSmartContract', from, contract, data: trc20TransferData(from, 5n), callValue: 0n },
  }

  it('is read as it was written', () => {
    const { raw, hash } = signTronTransaction(transaction, privateKey)
    expect(readTransaction(raw)).toMatchObject({ transaction, hash, signer: from })
  })

  it('is not read with a byte changed: it is refused, or another transaction, or another signer', () => {
    const { raw, hash } = signTronTransaction(transaction, privateKey)
    const bytes = hexToBytes(raw)
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = bytes.with(index, (bytes[index] ?? 0) ^ 0x15)
      let read: ReturnType<typeof readTransaction> | undefined
      try {
        read = readTransaction(bytesToHex(changed))
      } catch {
        continue
      }
      expect(read.hash === hash && read.signer === from, `byte ${index}`).toBe(false)
    }
  })

  it('with a field that is not known, or out of its order, is refused', () => {
    const { raw } = signTronTransaction(transaction, privateKey)
    expect(() => readTransaction(`${raw}1a0100`)).toThrow('says more')
    expect(() => readTransaction(raw.slice(0, -2))).toThrow('ends inside')
  })
})
