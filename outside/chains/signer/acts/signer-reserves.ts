import type { Address } from '#kit/chain/address.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { depositKeyAt } from '../../keys/derivation.ts'
import { tronDepositKeyAt } from '../../tron/derivation.ts'
import { checkCosts } from '../limits/signer-caps.ts'
import type { SignerMind } from '../signer-mind.ts'
import { SignerRefused } from '../signer-refused.ts'
import { reserveMessage, signMessage } from './reserve-message.ts'
import type { HotKeys } from './signer-payments.ts'

export type ReservesIntent = {
  readonly chain: ChainId
  /** `2026-11-22T00:00:00Z` */
  readonly epoch: string
  readonly blockHash: string
  /** Derivation indexes. */
  readonly indexes: readonly number[]
}
/** One signature per address. `hot`: by the paying key for the payout contract, or on TRON by the hot address. */
export type SignedReserves = {
  readonly hot: string
  readonly deposits: readonly { readonly index: number; readonly address: Address; readonly signature: string }[]
}

/** Signing this many takes half a second, which blocks other signatures. */
export const reservesMax = 50

const isPlace = (index: number): boolean => Number.isSafeInteger(index) && index >= 0 && index < 2 ** 31

/** Each text has a prefix that no transaction has, so these signatures cannot move coins. @throws SignerRefused */
export function signReserves(
  { journal, rules, clock }: Required<SignerMind>,
  seed: Uint8Array,
  hot: HotKeys,
  { chain, epoch, blockHash, indexes }: ReservesIntent,
): SignedReserves {
  const network = journal.networks.get(chain)
  if (!network) throw new SignerRefused(`${chain} is not a chain this signer knows`)
  if (!/^\d{4}-\d\d-\d\dT00:00:00Z$/.test(epoch) || !/^(?:0x)?[0-9a-f]{64}$/.test(blockHash))
    throw new SignerRefused('there is no such moment or block')
  if (indexes.length > reservesMax || !indexes.every(isPlace))
    throw new SignerRefused('these are no places in the derivation')
  const block = `${chain}:${epoch}:${blockHash}`
  if (!journal.hasReserves(block)) {
    const [at, costs] = [clock.now().getTime(), { reserveBlocks: '1' }]
    checkCosts(journal, rules.dayCaps, costs, at)
    journal.record({ kind: 'reserves', block, at, costs })
  }
  const { form } = chains[chain]
  const sign = (address: Address, privateKey: Uint8Array): string =>
    signMessage(form, reserveMessage({ epoch, chain, address, blockHash }), privateKey)
  const own = network.vault ?? hot[form].address
  return {
    hot: sign(own, hot[form].privateKey),
    deposits: indexes.map((index) => {
      const { address, privateKey } = form === 'tron' ? tronDepositKeyAt(seed, index) : depositKeyAt(seed, index)
      return { index, address, signature: sign(address, privateKey) }
    }),
  }
}
