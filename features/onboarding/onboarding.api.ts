import { claimProof, findUse, makeChallenge, noteUse, readChallenge } from '#identity/challenge.store.ts'
import { activeKeyOf, isKeyKnown, registerKey } from '#identity/identity-key.store.ts'
import { hashPassword, refuseBadPassword } from '#identity/password.server.ts'
import { endSession } from '#identity/session.store.ts'
import { activateWallet, insertWallet, lockWallet } from '#identity/wallet.store.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { askChallenge, createWallet, proveBackup, signOut } from './onboarding.contract.ts'
import { proofOf, verifyProofs } from './proofs.server.ts'
import { restoreWalletApi } from './restore.api.ts'
import { signInApi } from './sign-in.api.ts'
import { agreeOnKey, enter } from './sign-in.server.ts'

const askChallengeApi = implementRead(askChallenge, async ({ purpose, pub }, { origin, ip, wall, secrets }) =>
  makeChallenge({ purpose, pub, origin, ip, wall, secrets }),
)

/** Proof first: the password of somebody who has proven nothing is not hashed. Hash and key agreement come before the transaction, so that none waits for them. */
const createWalletApi = implementRead(createWallet, async (input, call) => {
  refuseBadPassword(input.newPassword, input.repeatPassword)
  const proof = proofOf(input.proof)
  const { deviceId, dh } = input
  const challenge = readChallenge({ ...call, purpose: 'create', pub: proof.pub, cid: proof.cid })
  verifyProofs({ purpose: 'create', origin: call.origin, challenge, proof, deviceId })
  const claim = { challenge, caller: { deviceId, dh }, wall: call.wall }
  const done = await findUse(call.db, claim)
  if (!done && (await isKeyKnown(call.db, proof.pub))) fail('identity.wallet_taken')
  const passwordHash = done ? '' : await hashPassword(input.newPassword, call.secrets, 'creation')
  const keys = await agreeOnKey(dh)
  return call.db.transaction(async (tx) => {
    const former = await claimProof(tx, claim)
    if (former) return enter(tx, call, { walletId: former.walletId, kind: 'create', keys, deviceId })
    expect(passwordHash !== '', 'what is done stays done')
    if (await isKeyKnown(tx, proof.pub)) fail('identity.wallet_taken')
    const sponsorId = (input.sponsorId || undefined) as WalletId | undefined
    const walletId = await insertWallet(tx, { sponsorId, passwordHash, at: call.now })
    // Only now it is known: an ID that is the password by chance is drawn again at the next try.
    refuseBadPassword(input.newPassword, input.repeatPassword, walletId)
    if (!(await registerKey(tx, walletId, proof.pub, call.now))) fail('identity.wallet_taken')
    await noteUse(tx, challenge, { walletId })
    return enter(tx, call, { walletId, kind: 'create', keys, deviceId })
  })
})

const signOutApi = implementRead(signOut, async (_input, { db, sessionId, wall }) => {
  await endSession(db, sessionId, 'signed_out', wall)
  return {}
})

const proveBackupApi = implement(proveBackup, async (input, call) => {
  const { tx, walletId, wall, now } = call
  const proof = proofOf(input.proof)
  await lockWallet(tx, walletId)
  const challenge = readChallenge({ ...call, purpose: 'backup', pub: proof.pub, cid: proof.cid })
  verifyProofs({ purpose: 'backup', origin: call.origin, challenge, proof, deviceId: input.deviceId })
  await claimProof(tx, { challenge, wall })
  if ((await activeKeyOf(tx, walletId)) !== proof.pub) fail('identity.mnemonic_wrong')
  await noteUse(tx, challenge, { walletId })
  await activateWallet(tx, walletId, now)
  return { activated: true }
})

export const onboardingCalls: readonly Implementation[] = [
  askChallengeApi,
  createWalletApi,
  restoreWalletApi,
  signInApi,
  signOutApi,
  proveBackupApi,
]
