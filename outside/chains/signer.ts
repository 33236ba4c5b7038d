import type { Coin } from '#kit/assets.ts'
import { type ChainId, chainCoin } from '#kit/chains.ts'
import { checksumAddress, evmAddressProblem } from '#kit/evm-address.ts'
import type { Hex } from './bytes.ts'
import { type Certificate, isCertificateRight, type Succession, successorOf } from './certificate.ts'
import { depositXpub, housePath, type KeyPair, keyAt } from './derivation.ts'
import { toBaseUnits, transferData } from './erc20.ts'
import { type EvmTransaction, payloadHash, type SignedTransaction, signTransaction } from './evm-transaction.ts'
import type { SignerJournal } from './signer-journal.ts'

/** What anyone may know of the keys. */
export type PublicKeys = {
  /** Deposit addresses are derived from it. */
  readonly depositXpub: string
  /** What withdrawals are paid from. */
  readonly hotAddress: Hex
}

/** What is to be paid: the signer builds the transaction from it and signs no bytes of anyone else's. All of it is plain JSON. */
export type WithdrawalIntent = {
  /** Of this withdrawal and no other, ever. */
  readonly id: string
  readonly chain: ChainId
  readonly coin: Coin
  /** 10⁻⁸ units that arrive, as decimal text. */
  readonly units: string
  readonly nonce: number
  /** Wei per gas, as decimal text. */
  readonly feeMaxPerGas: string
  readonly tipMaxPerGas: string
  /** Whom to pay, in the holder's own words. */
  readonly certificate: Certificate
  /** How the holder's key changed since the signer first saw it, the oldest first. */
  readonly successions: readonly Succession[]
}

export type PinnedNetwork = {
  readonly chain: ChainId
  readonly evmChainId: number
  readonly tokens: Readonly<Partial<Record<Coin, Hex>>>
}

/** Why the signer will not sign. It will not change its mind by being asked again. */
export class SignerRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SignerRefused'
  }
}

/** The only part that holds keys. It has no database, no network but its own socket, and decides on its own data. */
export type Signer = {
  publicKeys(): Promise<PublicKeys>
  /** Names the contracts of a chain. Kept from the first time on; naming others later is refused. @throws SignerRefused */
  pinNetwork(network: PinnedNetwork): Promise<void>
  /** Names the address a wallet is paid to on a chain. Kept from the first time on. @throws SignerRefused */
  pinDestination(certificate: Certificate, successions: readonly Succession[]): Promise<void>
  /** Signs a payment; the same intent gives the same bytes. @throws SignerRefused */
  signWithdrawal(intent: WithdrawalIntent): Promise<SignedTransaction>
}

/** Enough for a transfer of any of our tokens, and all that a bad token could burn. */
const transferGas = 100_000n
/** No fee above this is signed: a thousand gwei per gas, about 0.1 ether a payment at worst. */
const feeMaxPerGasCap = 1_000_000_000_000n

/** A signer over a seed and a journal. */
export function localSigner(seed: Uint8Array, journal: SignerJournal): Signer {
  const hot = keyAt(seed, `${housePath}/0/0`)
  const keys: PublicKeys = { depositXpub: depositXpub(seed), hotAddress: hot.address }
  return {
    publicKeys: async () => keys,
    pinNetwork: async (network) => pinNetwork(journal, network),
    pinDestination: async (certificate, successions) => {
      pinDestination(journal, certificate, successions)
    },
    signWithdrawal: async (intent) => signWithdrawal(journal, hot, intent),
  }
}

function pinNetwork(journal: SignerJournal, { chain, evmChainId, tokens }: PinnedNetwork): void {
  const pinned = journal.networks.get(chain)
  const isSame =
    pinned?.evmChainId === evmChainId &&
    Object.keys(tokens).length === Object.keys(pinned.tokens).length &&
    Object.entries(tokens).every(([coin, address]) => pinned.tokens[coin as Coin] === address)
  if (pinned && !isSame) throw new SignerRefused(`the contracts of ${chain} are not those pinned at first sight`)
  if (!pinned) journal.record({ kind: 'network', chain, evmChainId, tokens })
}

/** The address a wallet is paid to. @returns it, in checksum form. */
function pinDestination(journal: SignerJournal, certificate: Certificate, successions: readonly Succession[]): Hex {
  const { walletId, publicKey } = certificate
  const chain = certificate.chain as ChainId
  if (evmAddressProblem(certificate.address)) throw new SignerRefused('the destination is not a valid address')
  const address = checksumAddress(certificate.address)
  const pinned = journal.destinations.get(`${walletId}:${chain}`)
  if (pinned && pinned !== address) throw new SignerRefused('the destination is not the one this wallet bound')
  if (pinned) return pinned

  if (!isCertificateRight(certificate)) throw new SignerRefused("the destination does not carry the holder's signature")
  const known = journal.holders.get(walletId)
  if (known !== publicKey) {
    const current =
      known === undefined ? publicKey : successions.reduce((key, next) => successorOf(key, next) ?? key, known)
    if (current !== publicKey) throw new SignerRefused("the destination is signed by a key that is not the holder's")
    journal.record({ kind: 'holder', walletId, publicKey })
  }
  journal.record({ kind: 'destination', walletId, chain, address })
  return address
}

function transactionOf(journal: SignerJournal, intent: WithdrawalIntent, to: Hex): EvmTransaction {
  const { chain, coin, nonce } = intent
  const network = journal.networks.get(chain)
  const token = network?.tokens[coin]
  const terms = chainCoin(chain, coin)
  if (!network || !token || !terms) throw new SignerRefused(`${coin} on ${chain} is not a coin this signer knows`)
  const [units, feeMaxPerGas, tipMaxPerGas] = [intent.units, intent.feeMaxPerGas, intent.tipMaxPerGas].map(BigInt)
  if (!units || units <= 0n) throw new SignerRefused('the amount is not above zero')
  if (feeMaxPerGas === undefined || tipMaxPerGas === undefined || tipMaxPerGas > feeMaxPerGas)
    throw new SignerRefused('the fee does not make sense')
  if (feeMaxPerGas > feeMaxPerGasCap) throw new SignerRefused('the fee is above the cap of this signer')
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new SignerRefused('the nonce is not a whole number')
  const data = transferData(to, toBaseUnits(units, terms.decimals))
  const { evmChainId } = network
  return { evmChainId, nonce, to: token, value: 0n, data, gas: transferGas, feeMaxPerGas, tipMaxPerGas }
}

function signWithdrawal(journal: SignerJournal, hot: KeyPair, intent: WithdrawalIntent): SignedTransaction {
  const { id, chain, certificate, nonce } = intent
  if (certificate.chain !== chain) throw new SignerRefused('the destination was bound on another chain')
  const to = pinDestination(journal, certificate, intent.successions)
  const transaction = transactionOf(journal, intent, to)
  const payload = payloadHash(transaction)
  const { evmChainId } = transaction

  const before = journal.payments.get(id)
  if (before && before.payload !== payload)
    throw new SignerRefused('this withdrawal was signed before, with other contents')
  const holder = journal.nonces.get(`${evmChainId}:${nonce}`)
  if (holder !== undefined && holder !== id)
    throw new SignerRefused('this nonce was signed before, for another withdrawal')
  const signed = signTransaction(transaction, hot.privateKey)
  if (!before) journal.record({ kind: 'payment', id, evmChainId, nonce, payload, hash: signed.hash })
  return signed
}
