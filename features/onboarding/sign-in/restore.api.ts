import { tellHolder } from '#identity/mail/mail-queue.store.ts'
import { endPasskeys } from '#identity/passkeys/passkey.store.ts'
import { hashPassword, refuseBadPassword } from '#identity/passwords/password.server.ts'
import { claimProof, findUse, readChallenge } from '#identity/sessions/challenge.store.ts'
import {
  type Certificate,
  handOverKey,
  isKeyKnown,
  keepCertificates,
  walletOfKey,
} from '#identity/sessions/identity-key.store.ts'
import { isSignatureRight, type Proof } from '#identity/sessions/identity-key.ts'
import { endSessions } from '#identity/sessions/session.store.ts'
import { holdWithdrawals, lockWallet, setPasswordHash } from '#identity/wallet.store.ts'
import { networkOf } from '#kit/caller.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { certificateTextOf } from '#kit/seal/signed-lines.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { implementRead, type OpenCall } from '#kit/wire/implement.api.ts'
import { restoreWallet } from '../onboarding.contract.ts'
import { proofOf, verifyProofs } from '../proofs.server.ts'
import { agreeOnKey, enterByProof } from './sign-in.server.ts'

const holdMs = dayMs

type Takeover = {
  readonly walletId: WalletId
  readonly proof: Proof
  readonly newProof: Proof
  readonly message: string
  readonly passwordHash: string
  readonly certificates: readonly Certificate[]
}

/**
 * Replaces key, password and address signatures. @throws identity.mnemonic_wrong if another restore came first or a certificate does not
 * match
 */
async function takeOver(tx: Tx, call: OpenCall, takeover: Takeover): Promise<void> {
  const { walletId, proof, newProof, message, passwordHash, certificates } = takeover
  for (const { chain, address, iat, oldSignature, newSignature } of certificates) {
    const text = certificateTextOf([walletId, chain, address, iat]) ?? fail('identity.mnemonic_wrong')
    const right = isSignatureRight(text, oldSignature, proof.pub) && isSignatureRight(text, newSignature, newProof.pub)
    if (!right) fail('identity.mnemonic_wrong')
  }
  const handedOver = await handOverKey(tx, {
    walletId,
    oldPub: proof.pub,
    newPub: newProof.pub,
    message,
    oldSignature: proof.signature,
    newSignature: newProof.signature,
    at: call.now,
  })
  if (!handedOver) fail('identity.mnemonic_wrong')
  await keepCertificates(tx, newProof.pub, certificates)
  await setPasswordHash(tx, walletId, passwordHash)
  await endSessions(tx, walletId, 'restored', call.wall)
  await endPasskeys(tx, walletId, 'restored', { wall: call.wall })
  await holdWithdrawals(tx, walletId, addMs(call.now, holdMs), 'restore')
  await tellHolder(tx, call.secrets, walletId, 'told_restore', call.wall)
}

/**
 * The signature is checked before the password is hashed, to protect the CPU. Revoked keys, unknown keys and wrong signatures get the same
 * answer. Assumed: an authenticator stays bound, because a stolen phrase must not remove it.
 */
export const restoreWalletApi = implementRead(restoreWallet, async (input, call) => {
  refuseBadPassword(input.newPassword, input.repeatPassword)
  const [proof, newProof] = [proofOf(input.proof), proofOf(input.newProof)]
  if (proof.cid !== newProof.cid) fail('identity.mnemonic_wrong')
  const { deviceId, dh, certificates } = input
  const challenge = readChallenge({ ...call, purpose: 'restore', pub: proof.pub, cid: proof.cid })
  const message = verifyProofs({ purpose: 'restore', origin: call.origin, challenge, proof, newProof, deviceId })
  const claim = { challenge, caller: { deviceId, dh }, wall: call.wall }
  const done = await findUse(call.db, claim)
  if (!done && !(await walletOfKey(call.db, proof.pub))) fail('identity.mnemonic_wrong')
  const passwordHash = done ? '' : await hashPassword(input.newPassword, call.secrets, 'restore', networkOf(call.ip))
  const keys = await agreeOnKey(dh)
  return call.db.transaction(async (tx) => {
    const enterNow = (walletId: WalletId) =>
      enterByProof(tx, call, { walletId, kind: 'restore', keys, deviceId, challenge, newPub: newProof.pub })
    const former = await claimProof(tx, claim)
    if (former) {
      // A retry after a lost response gets a session for the finished restore.
      if (former.newPub !== newProof.pub) fail('identity.mnemonic_wrong')
      return enterNow(former.walletId)
    }
    expect(passwordHash !== '', 'what is done stays done')
    const walletId = (await walletOfKey(tx, proof.pub)) ?? fail('identity.mnemonic_wrong')
    await lockWallet(tx, walletId)
    refuseBadPassword(input.newPassword, input.repeatPassword, walletId)
    if (await isKeyKnown(tx, newProof.pub)) fail('identity.mnemonic_wrong')
    await takeOver(tx, call, { walletId, proof, newProof, message, passwordHash, certificates })
    return enterNow(walletId)
  })
})
