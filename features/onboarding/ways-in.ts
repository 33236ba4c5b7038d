import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/identity-key.ts'
import type { ProofPurpose } from '#identity/proof-purpose.ts'
import { expect } from '#kit/expect.ts'
import type { Call } from '#kit/wire/call.ts'
import { CallFailure, isUnanswered } from '#kit/wire/call-failure.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { newSessionKeyPair, type SessionKeyPair } from '#kit/wire/x-auth.ts'
import {
  askChallenge,
  createWallet,
  proveBackup,
  restoreWallet,
  signIn,
  signInByPhrase,
} from './onboarding.contract.ts'

/** What every way in answers. */
export type Entered = OutputOf<typeof signIn>

/** What a device keeps of a wallet, beside its ID: how it is called here, the reminder of its password, its words under that password. */
export type WalletKeepsake = { readonly name: string; readonly hint: string; readonly sealedPhrase: string }

/**
 * A way in that has been asked for and not answered yet. It lies on the device from before the call until the answer, so that neither a
 * lost answer nor a closed app can leave a wallet behind whose words nobody has.
 */
export type Pending = WalletKeepsake & {
  readonly kind: 'create' | 'restore'
  /** The device's half of the session key. The server knows a repeat by it. */
  readonly pair: SessionKeyPair
  readonly deviceId: string
  readonly proof: string
  /** In a restore. */
  readonly newProof: string
  readonly sponsorId: string
}

/** What the ways in need of the device they run on. */
export type Device = {
  readonly call: Call
  /** The origin of the page: signatures hold only there. */
  readonly origin: string
  /** The name the device gave itself. */
  deviceId(): Promise<string>
  /** Seals words under a password. */
  seal(words: string, password: string): Promise<string>
  keepPending(pending: Pending): Promise<unknown>
  /** Forgets this one; others may be under way in other tabs. */
  dropPending(pending: Pending): Promise<unknown>
  /** Begins the session, and keeps the wallet on this device as its last used; without sealed words it keeps those it has. */
  enter(answer: Entered, pair: SessionKeyPair, password: string, keepsake?: WalletKeepsake): Promise<void>
}

type Signers = { readonly purpose: ProofPurpose; readonly key: IdentityKey; readonly newKey?: IdentityKey }

/** Has a challenge signed by a key; in a restore the new key signs the very same message. */
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
  /** Empty for none. */
  readonly sponsorId: string
  /** A solved puzzle, where the server asked for one (`captcha.needed`). */
  readonly solved?: Solved | undefined
}
/** What the server takes for a solved puzzle. It serves once, so a repeat goes without: the server knows a repeat by its proof. */
export type Solved = { readonly checkKey: string; readonly checkSign: string }

/**
 * Creates a wallet. Its words are made here and kept here, sealed under the password, before the server hears of their key.
 * @returns the answer and the words, to be written down.
 * @throws CallFailure; when nobody answered (`network`) the wallet may exist, and `finish` brings the answer.
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
  /** Made by `newPhrase`, written down and entered again. */
  readonly newWords: string
  readonly password: string
  readonly name: string
  readonly hint: string
}

/**
 * Restores a wallet: the key of the old words hands over to the key of the new ones. Until the call is answered nothing has changed.
 * @throws CallFailure, as `create`
 */
export async function restore(device: Device, restoration: Restoration): Promise<Entered> {
  const { oldWords, newWords, password, name, hint } = restoration
  const [key, newKey] = await Promise.all([keyOf(oldWords), keyOf(newWords)])
  const [pair, sealedPhrase] = await Promise.all([newSessionKeyPair(), device.seal(newWords, password)])
  const signed = await prove(device, { purpose: 'restore', key, newKey })
  return begin(device, { kind: 'restore', ...signed, name, hint, sponsorId: '', pair, sealedPhrase }, password)
}

const unanswered = new WeakMap<object, Pending>()
/** What was asked for when nobody answered. */
export const pendingOf = (cause: unknown): Pending | undefined =>
  cause instanceof Error ? unanswered.get(cause) : undefined

/** Keeps what is asked for, then asks. A first refusal says that nothing was done. */
async function begin(device: Device, pending: Pending, password: string, solved?: Solved): Promise<Entered> {
  await device.keepPending(pending)
  const answer = await ask(device, pending, password, solved).catch(async (cause: unknown) => {
    if (!isUnanswered(cause)) await device.dropPending(pending)
    else if (cause instanceof Error) unanswered.set(cause, pending)
    throw cause
  })
  return arrive(device, pending, password, answer)
}

/** What a way in that was not answered is finished with. */
export type Finishing = {
  /** The one it was asked with. */
  readonly password: string
  /** Those it keeps sealed. */
  readonly words: string
  /** The Google code; `identity.code_needed` asks for it. */
  readonly code: string
}

/**
 * Asks again for what was not answered, to the letter: the server does it once at most, and answers the same for some minutes. Later the
 * words say what came of it: they sign in where it was done.
 * @throws CallFailure; on `identity.challenge_expired` the first try never arrived, and nothing has changed.
 */
export async function finish(device: Device, pending: Pending, finishing: Finishing): Promise<Entered> {
  let answer: Entered
  try {
    answer = await ask(device, pending, finishing.password)
  } catch (cause) {
    if (cause instanceof CallFailure && cause.key === 'identity.challenge_expired')
      return await finishByWords(device, pending, finishing, cause)
    // Only a refusal of the matter itself says that nothing was done; "too often" or "maintenance" says nothing about it.
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

/** Where this device cannot keep what was answered, what was asked for stays: it holds the words of a wallet that exists by now. */
async function arrive(device: Device, pending: Pending, password: string, answer: Entered): Promise<Entered> {
  const { pair, name, hint, sealedPhrase } = pending
  await device.enter(answer, pair, password, { name, hint, sealedPhrase })
  await device.dropPending(pending)
  return answer
}

export type Credentials = { readonly walletId: string; readonly password: string; readonly code: string }

/** Signs in a wallet of this device. @throws CallFailure; `identity.code_needed` asks for the Google code. */
export async function signInWith(device: Device, { walletId, password, code }: Credentials): Promise<Entered> {
  const [deviceId, pair] = await Promise.all([device.deviceId(), newSessionKeyPair()])
  const asked = { walletId, walletPassword: password, code, deviceId, dh: pair.publicText }
  const answer = await device.call(signIn, asked, { quiet: true })
  await device.enter(answer, pair, password)
  return answer
}

/** A wallet whose words are known to the server as right, before anybody uses it on this device. */
export type Opened = { readonly walletId: string; begin(): Promise<void> }

/**
 * Signs in by words as they are: nothing of the wallet changes. The session begins on this device when it is wanted.
 * @param name what the device calls the wallet where it does not know it
 * @throws CallFailure; `identity.code_needed` asks for the Google code.
 */
export async function enterByWords(
  device: Device,
  { words, code, name }: { readonly words: string; readonly code: string; readonly name: string },
): Promise<Opened> {
  const { answer, pair } = await askByWords(device, words, code)
  const begin = () => device.enter(answer, pair, '', { name, hint: '', sealedPhrase: '' })
  return { walletId: answer.walletId, begin }
}

/** Proves to the server that the words were entered again, by a signature of the key they give. @throws CallFailure */
export async function proveWords(device: Device, words: string): Promise<OutputOf<typeof proveBackup>> {
  const { proof, deviceId } = await prove(device, { purpose: 'backup', key: await keyOf(words) })
  return device.call(proveBackup, { proof, deviceId }, { quiet: true })
}
