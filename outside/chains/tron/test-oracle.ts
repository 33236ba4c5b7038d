import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { TronWeb } from 'tronweb'
import { type TronAddress, tronAddressOf, tronAddressProblem } from '#kit/chain/tron-address.ts'
import { expect } from '#kit/expect.ts'
import type { Dice } from '#kit/text/random.ts'
import type { TronContract } from './contract.ts'
import { tronAddressOfKey } from './derivation.ts'
import { rawDataOf, readTransaction, referenceTo, signTronTransaction, type TronTransaction } from './transaction.ts'
import { trc20TransferData } from './trc20.ts'

const oracle = new TronWeb({ fullHost: 'http://127.0.0.1:9' })

const bytes = (dice: Dice, length: number): Uint8Array => Uint8Array.from({ length }, () => dice.below(256))
const number = (dice: Dice, length: number): bigint => BigInt(`0x${bytesToHex(bytes(dice, length))}`)
const address = (dice: Dice): TronAddress => tronAddressOf(bytes(dice, 20))

type Asked = {
  readonly transaction: TronTransaction
  readonly to: TronAddress
  readonly amount: bigint
}

function anyOf(dice: Dice, contracts: readonly TronContract[]): TronContract {
  const chosen = contracts[dice.below(contracts.length)]
  expect(chosen, 'one of them is chosen')
  return chosen
}

function randomTransaction(dice: Dice, from: TronAddress): Asked {
  const id =
    dice
      .below(2 ** 30)
      .toString(16)
      .padStart(16, '0') + bytesToHex(bytes(dice, 24))
  const timestamp = 1_500_000_000_000 + dice.below(2 ** 31) * 100
  const [to, amount] = [address(dice), number(dice, 1 + dice.below(6)) + 1n]
  const isToken = dice.chance(0.6)
  const contract: TronContract = isToken
    ? {
        kind: 'TriggerSmartContract',
        from,
        contract: address(dice),
        data: trc20TransferData(to, amount),
        callValue: dice.chance(0.1) ? number(dice, 4) : 0n,
      }
    : anyOf(dice, [
        { kind: 'TransferContract', from, to, sun: amount },
        { kind: 'FreezeBalanceV2Contract', from, sun: amount },
        { kind: 'DelegateResourceContract', from, to, sun: amount },
        { kind: 'UnDelegateResourceContract', from, to, sun: amount },
      ])
  const times = { timestamp, expiration: timestamp + 1 + dice.below(86_400_000) }
  const feeLimit = isToken ? 1n + number(dice, 1 + dice.below(4)) : 0n
  return { transaction: { ...referenceTo(id), ...times, feeLimit, contract }, to, amount }
}

async function builtByOracle({ transaction, to, amount }: Asked) {
  const { contract, feeLimit, timestamp, expiration, refBlockBytes, refBlockHash } = transaction
  const blockHeader = { ref_block_bytes: refBlockBytes, ref_block_hash: refBlockHash, expiration, timestamp }
  if (contract.kind === 'TransferContract')
    return oracle.transactionBuilder.sendTrx(to, Number(amount), contract.from, { blockHeader })
  if (contract.kind === 'FreezeBalanceV2Contract')
    return oracle.transactionBuilder.freezeBalanceV2(Number(amount), 'ENERGY', contract.from, { blockHeader })
  if (contract.kind === 'DelegateResourceContract')
    return oracle.transactionBuilder.delegateResource(
      ...([Number(amount), to, 'ENERGY', contract.from, false, undefined, { blockHeader }] as const),
    )
  if (contract.kind === 'UnDelegateResourceContract')
    return oracle.transactionBuilder.undelegateResource(Number(amount), to, 'ENERGY', contract.from, { blockHeader })
  const options = { txLocal: true, feeLimit: Number(feeLimit), callValue: Number(contract.callValue), blockHeader }
  const parameters = [
    { type: 'address', value: to },
    { type: 'uint256', value: `${amount}` },
  ]
  const built = await oracle.transactionBuilder.triggerSmartContract(
    contract.contract,
    'transfer(address,uint256)',
    options,
    parameters,
    contract.from,
  )
  return built.transaction
}

/** Compares random transactions with tronweb. */
export async function differencesFromOracle(dice: Dice, count: number): Promise<string[]> {
  const differences: string[] = []
  for (let index = 0; index < count; index += 1) {
    const privateKey = bytes(dice, 32)
    const from = tronAddressOfKey(secp256k1.getPublicKey(privateKey))
    const asked = randomTransaction(dice, from)
    const theirs = await oracle.trx.sign(await builtByOracle(asked), bytesToHex(privateKey))
    const { raw, hash } = signTronTransaction(asked.transaction, privateKey)
    const ours = readTransaction(raw)
    const same =
      TronWeb.address.fromPrivateKey(bytesToHex(privateKey)) === from &&
      bytesToHex(rawDataOf(asked.transaction)) === theirs.raw_data_hex.toLowerCase() &&
      hash === theirs.txID &&
      ours.signature === theirs.signature[0]?.toLowerCase() &&
      ours.signer === from
    if (!same) differences.push(`${index}: ${theirs.raw_data_hex} and ${raw}`)
  }
  return differences
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl '

/** Tries every single-character change of random addresses. */
export function acceptedCorruptions(dice: Dice, addresses: number): { accepted: string[]; tried: number } {
  const accepted: string[] = []
  let tried = 0
  for (let index = 0; index < addresses; index += 1) {
    const right = address(dice)
    for (let place = 0; place < right.length; place += 1)
      for (const other of alphabet) {
        if (right[place] === other) continue
        const text = right.slice(0, place) + other + right.slice(place + 1)
        tried += 1
        if (tronAddressProblem(text) === undefined) accepted.push(text)
      }
  }
  return { accepted, tried }
}
