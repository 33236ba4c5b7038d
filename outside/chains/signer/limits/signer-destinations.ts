import { type Address, addressProblem, keptAddress } from '#kit/chain/address.ts'
import { type ChainId, chains, isChain } from '#kit/chain/chains.ts'
import type { PendingChange } from '../journal/signer-events.ts'
import type { SignerJournal } from '../journal/signer-journal.ts'
import { SignerRefused } from '../signer-refused.ts'
import { type Certificate, isCertificateRight, type Succession, successorOf } from './certificate.ts'

export type Holder = {
  readonly walletId: string
  /** Ed25519, base64url. */
  readonly publicKey: string
  /** Oldest first. */
  readonly successions: readonly Succession[]
}

export type DestinationMind = {
  readonly journal: SignerJournal
  /** Milliseconds the signer must have known a change before accepting it. */
  readonly changeHoldMs: number
  /** The signer's clock, milliseconds since 1970. */
  readonly now: number
}

/** @returns false if no succession connects the pinned key to this one. */
export function pinHolder(journal: SignerJournal, { walletId, publicKey, successions }: Holder): boolean {
  const known = journal.holders.get(walletId)
  if (known === publicKey) return true
  const current =
    known === undefined ? publicKey : successions.reduce((key, next) => successorOf(key, next) ?? key, known)
  if (current !== publicKey) return false
  journal.record({ kind: 'holder', walletId, publicKey })
  return true
}

function readDestination({ chain, address }: Certificate): { readonly chain: ChainId; readonly address: Address } {
  if (!isChain(chain)) throw new SignerRefused('the destination is on no chain this signer knows')
  const { form } = chains[chain]
  if (addressProblem(form, address)) throw new SignerRefused('the destination is not a valid address')
  return { chain, address: keptAddress(form, address) }
}

function checkSignature(journal: SignerJournal, certificate: Certificate, successions: readonly Succession[]): void {
  const { walletId, publicKey } = certificate
  if (!isCertificateRight(certificate)) throw new SignerRefused("the destination does not carry the holder's signature")
  if (!pinHolder(journal, { walletId, publicKey, successions }))
    throw new SignerRefused("the destination is signed by a key that is not the holder's")
}

/** @returns the address in stored form. */
export function pinDestination(
  mind: DestinationMind,
  certificate: Certificate,
  successions: readonly Succession[],
): Address {
  const { journal } = mind
  const { walletId } = certificate
  const { chain, address } = readDestination(certificate)
  const pinned = journal.destinations.get(`${walletId}:${chain}`)
  if (pinned === address) return pinned
  if (pinned === undefined && certificate.replaces !== undefined)
    throw new SignerRefused('the destination replaces one this signer was never told of')
  if (pinned !== undefined) checkChange(mind, certificate, `${walletId}:${chain}`, address)
  checkSignature(journal, certificate, successions)
  journal.record({ kind: 'destination', walletId, chain, address, at: Math.max(mind.now, journal.latest) })
  return address
}

const waitOf = ({ changeHoldMs, now }: DestinationMind, change: PendingChange): number =>
  Math.max(0, change.at + changeHoldMs - now)

/** Rejects a new destination unless the holder requested it here long enough ago. */
function checkChange(mind: DestinationMind, certificate: Certificate, place: string, address: Address): void {
  const { journal } = mind
  const asked = journal.changes.get(place)
  const isAsked = certificate.replaces !== undefined && asked?.to === address && asked.issuedAt === certificate.issuedAt
  if (!asked || !isAsked) throw new SignerRefused('the destination is not the one this wallet bound')
  if (asked.publicKey !== journal.holders.get(certificate.walletId))
    throw new SignerRefused("the change is signed by a key that is the holder's no more")
  if (waitOf(mind, asked) > 0) throw new SignerRefused('this signer has not known the change for long enough')
}

/**
 * One pending change per wallet and chain. It must be newer than all earlier ones, so none is replayed. @returns milliseconds until the
 * change is accepted; 0 once it is.
 */
export function askChange(mind: DestinationMind, certificate: Certificate, successions: readonly Succession[]): number {
  const { journal, now } = mind
  const { walletId, issuedAt, replaces, publicKey } = certificate
  const { chain, address } = readDestination(certificate)
  const place = `${walletId}:${chain}`
  const pinned = journal.destinations.get(place)
  const asked = journal.changes.get(place)
  const latest = journal.changedAt.get(place) ?? 0
  if (pinned === address && latest === issuedAt) return 0
  if (asked?.to === address && asked.issuedAt === issuedAt) return waitOf(mind, asked)
  const { form } = chains[chain]
  const isNamed = replaces !== undefined && !addressProblem(form, replaces) && keptAddress(form, replaces) === pinned
  if (!isNamed || pinned === undefined || pinned === address)
    throw new SignerRefused('the change does not name the address this wallet is paid to')
  if (!Number.isSafeInteger(issuedAt) || issuedAt <= latest)
    throw new SignerRefused('the change is not newer than one before it')
  checkSignature(journal, certificate, successions)
  // Setting the clock back must not make a change look older.
  const at = Math.max(now, journal.latest)
  journal.record({ kind: 'change', walletId, chain, from: pinned, to: address, issuedAt, publicKey, at })
  return waitOf(mind, { to: address, issuedAt, publicKey, at })
}

/** Cancels a change permanently, even one never requested here. */
export function dropChange(mind: DestinationMind, certificate: Certificate): void {
  const { journal } = mind
  const { walletId, issuedAt } = certificate
  const { chain } = readDestination(certificate)
  // The holder must sign; otherwise others could block future changes.
  if (certificate.replaces === undefined || !isCertificateRight(certificate))
    throw new SignerRefused("the change does not carry the holder's signature")
  const known = journal.holders.get(walletId)
  if (known !== certificate.publicKey) return
  if (!Number.isSafeInteger(issuedAt)) throw new SignerRefused('the change has no moment')
  const isNew = issuedAt > (journal.changedAt.get(`${walletId}:${chain}`) ?? 0)
  if (isNew || journal.changes.get(`${walletId}:${chain}`)?.issuedAt === issuedAt)
    journal.record({ kind: 'change_dropped', walletId, chain, issuedAt })
}
