import type { ProofPurpose } from '#identity/captcha/proof-purpose.ts'
import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { expect } from '#kit/expect.ts'
import type { Call } from '#kit/wire/call.ts'
import { CallFailure, isUnanswered } from '#kit/wire/call-failure.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { newSessionKeyPair, type SessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import {
  askChallenge,
  createWallet,
  proveBackup,
  restoreWallet,
  signIn,
  signInByPhrase,
} from '../onboarding.contract.ts'

export type Entered = OutputOf<typeof signIn>

/** Stored on the device: local name, password hint, and the phrase encrypted with the password. */
export type WalletKeepsake = { readonly name: string; readonly hint: string; readonly sealedPhrase: string }

/** An unanswered request, stored before the call, so a lost response or a closed app never loses the words. */
export type Pending = WalletKeepsake & {
  readonly kind: 'create' | 'restore'
  /** Device half of the session key. It identifies a retry to the server. */
  readonly pair: SessionKeyPair
  readonly deviceId: string
  readonly proof: string
  /** Only in a restore. */
  readonly newProof: string
  readonly sponsorId: string
}

export type Device = {
  readonly call: Call
  /** Page origin; signatures are valid only there. */
  readonly origin: string
  deviceId(): Promise<string>
  seal(words: string, password: string): Promise<string>
  keepPending(pending: Pending): Promise<unknown>
  /** Drops only this request, because other tabs may have their own. */
  dropPending(pending: Pending): Promise<unknown>
  /** Starts the session and marks the wallet as last used. Without `sealedPhrase` in the keepsake, the stored one stays. */
  enter(answer: Entered, pair: SessionKeyPair, password: string, keepsake?: WalletKeepsake): Promise<void>
}

type Signers = { readonly purpose: ProofPurpose; readonly key: IdentityKey; readonly newKey?: IdentityKey }

/** In a restore the new key signs the same message. */
async function prove(device: Device, { purpose, key, newKey }: Signers) {
  const deviceId = await device.deviceId()
  const pub = key.publicText
  const challenge = await device.call(askChallenge, { purpose, pub }, { quiet: true })
  const facts = { ...challenge, purpose, origin: device.origin, pub, deviceId }
  const whole = newKey ? { ...facts, newPub: newKey.publicText } : facts
  return { deviceId, proof: makeProof(whole, key), newProof: newKey ? makeProof(whole, newKey) : '' }
}

async function keyOf(words: string): Promise<IdentityKey> {
  const key = await identityKeyOf(words)
  expect(key, 'words that were checked are a phrase')
  return key
}

export type NewWallet = {
  readonly password: string
  readonly name: string
  readonly hint: string
  readonly sponsorId: string
  readonly solved?: Solved | undefined
}
/** Single use. Retries omit it, as the server recognizes them by their proof. */
export type Solved = { readonly checkKey: string; readonly checkSign: string }

/**
 * Stores the encrypted phrase before the call. @returns the answer and the words to write down @throws CallFailure; on `network` the wallet
 * may exist, and `finish` gets the answer
 */
export async function create(device: Device, wallet: NewWallet): Promise<Entered & { words: string }> {
  const words = newPhrase()
  const key = await keyOf(words)
  const { password, solved, ...rest } = wallet
  const [pair, sealedPhrase] = await Promise.all([newSessionKeyPair(), device.seal(words, password)])
  const signed = await prove(device, { purpose: 'create', key })
  const answer = await begin(device, { kind: 'create', ...rest, ...signed, pair, sealedPhrase }, password, solved)
  return { ...answer, words }
}

export type Restoration = {
  readonly oldWords: string
  readonly newWords: string
  readonly password: string
  readonly name: string
  readonly hint: string
}

/** Transfers the wallet to the key of the new words. @throws CallFailure, as `create` */
export async function restore(device: Device, restoration: Restoration): Promise<Entered> {
  const { oldWords, newWords, password, name, hint } = restoration
  const [key, newKey] = await Promise.all([keyOf(oldWords), keyOf(newWords)])
  const [pair, sealedPhrase] = await Promise.all([newSessionKeyPair(), device.seal(newWords, password)])
  const signed = await prove(device, { purpose: 'restore', key, newKey })
  return begin(device, { kind: 'restore', ...signed, name, hint, sponsorId: '', pair, sealedPhrase }, password)
}

const unanswered = new WeakMap<object, Pending>()
export const pendingOf = (cause: unknown): Pending | undefined =>
  cause instanceof Error ? unanswered.get(cause) : undefined

/** Stores the request before sending it. Drops it if the first attempt is refused, because then nothing changed. */
async function begin(device: Device, pending: Pending, password: string, solved?: Solved): Promise<Entered> {
  await device.keepPending(pending)
  const answer = await ask(device, pending, password, solved).catch(async (cause: unknown) => {
    if (!isUnanswered(cause)) await device.dropPending(pending)
    else if (cause instanceof Error) unanswered.set(cause, pending)
    throw cause
  })
  return arrive(device, pending, password, answer)
}

export type Finishing = {
  readonly password: string
  readonly words: string
  readonly code: string
}

/**
 * Sends the same request again. The server runs it at most once and repeats its answer for some minutes. After that, a sign-in by the words
 * shows the outcome. @throws CallFailure; on `identity.challenge_expired` the first attempt never arrived, and nothing changed.
 */
export async function finish(device: Device, pending: Pending, finishing: Finishing): Promise<Entered> {
  let answer: Entered
  try {
    answer = await ask(device, pending, finishing.password)
  } catch (cause) {
    if (cause instanceof CallFailure && cause.key === 'identity.challenge_expired')
      return await finishByWords(device, pending, finishing, cause)
    // Only failures of the call itself mean that nothing changed. A rate limit or maintenance does not.
    const { failures } = pending.kind === 'create' ? createWallet : restoreWallet
    if (cause instanceof CallFailure && failures.some((key) => key === cause.key)) await device.dropPending(pending)
    throw cause
  }
  return arrive(device, pending, finishing.password, answer)
}

async function finishByWords(
  device: Device,
  pending: Pending,
  { password, words, code }: Finishing,
  expired: CallFailure,
): Promise<Entered> {
  const { name, hint, sealedPhrase } = pending
  try {
    const { answer, pair } = await askByWords(device, words, code)
    await device.enter(answer, pair, password, { name, hint, sealedPhrase })
    await device.dropPending(pending)
    return answer
  } catch (cause) {
    if (!(cause instanceof CallFailure) || cause.key !== 'identity.mnemonic_wrong') throw cause
    await device.dropPending(pending)
    throw expired
  }
}

async function askByWords(device: Device, words: string, code: string) {
  const [{ proof, deviceId }, pair] = await Promise.all([
    prove(device, { purpose: 'enter', key: await keyOf(words) }),
    newSessionKeyPair(),
  ])
  const answer = await device.call(signInByPhrase, { proof, code, deviceId, dh: pair.publicText }, { quiet: true })
  return { answer, pair }
}

function ask(device: Device, pending: Pending, password: string, solved?: Solved): Promise<Entered> {
  const { kind, pair, proof, newProof, deviceId, sponsorId } = pending
  const asked = { proof, newPassword: password, repeatPassword: password, deviceId, dh: pair.publicText }
  return kind === 'create'
    ? device.call(createWallet, { ...asked, sponsorId, ...solved }, { quiet: true })
    : device.call(restoreWallet, { ...asked, newProof }, { quiet: true })
}

/** If the device cannot store the answer, the request stays, because it holds the words of an existing wallet. */
async function arrive(device: Device, pending: Pending, password: string, answer: Entered): Promise<Entered> {
  const { pair, name, hint, sealedPhrase } = pending
  await device.enter(answer, pair, password, { name, hint, sealedPhrase })
  await device.dropPending(pending)
  return answer
}

export type Credentials = { readonly walletId: string; readonly password: string; readonly code: string }

/** @throws CallFailure; `identity.code_needed` requires the Google code. */
export async function signInWith(device: Device, { walletId, password, code }: Credentials): Promise<Entered> {
  const [deviceId, pair] = await Promise.all([device.deviceId(), newSessionKeyPair()])
  const asked = { walletId, walletPassword: password, code, deviceId, dh: pair.publicText }
  const answer = await device.call(signIn, asked, { quiet: true })
  await device.enter(answer, pair, password)
  return answer
}

export type Opened = { readonly walletId: string; begin(): Promise<void> }

/**
 * Changes nothing in the wallet. `begin` starts the session. @param name used if the device has no name for the wallet @throws CallFailure;
 * `identity.code_needed` requires the Google code.
 */
export async function enterByWords(
  device: Device,
  { words, code, name }: { readonly words: string; readonly code: string; readonly name: string },
): Promise<Opened> {
  const { answer, pair } = await askByWords(device, words, code)
  const begin = () => device.enter(answer, pair, '', { name, hint: '', sealedPhrase: '' })
  return { walletId: answer.walletId, begin }
}

/** @throws CallFailure */
export async function proveWords(device: Device, words: string): Promise<OutputOf<typeof proveBackup>> {
  const { proof, deviceId } = await prove(device, { purpose: 'backup', key: await keyOf(words) })
  return device.call(proveBackup, { proof, deviceId }, { quiet: true })
}
