import { makeChallenge, openChallenge, spendChallenge } from '#identity/challenge.store.ts'
import { activeKeyOf, isKeyKnown, registerKey } from '#identity/identity-key.store.ts'
import { hashPassword, refuseBadPassword } from '#identity/password.store.ts'
import { endSession } from '#identity/session.store.ts'
import { activateWallet, insertWallet, lockWallet } from '#identity/wallet.store.ts'
import { showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { post } from '#ledger/ledger.store.ts'
import { askChallenge, createWallet, proveBackup, signOut } from './onboarding.contract.ts'
import { activationCredit, grantCredit } from './onboarding.ts'
import { proofOf, verifyProofs } from './proofs.ts'
import { restoreWalletApi } from './restore.api.ts'
import { signInApi } from './sign-in.api.ts'
import { agreeOnKey, enter } from './sign-in.store.ts'

const askChallengeApi = implementRead(askChallenge, ({ purpose, pub }, { db, origin, ip, wall }) =>
  makeChallenge(db, { purpose, pub, origin, ip, wall }),
)

/** Hashing and key agreement come before the transaction, so that none waits for them. */
const createWalletApi = implementRead(createWallet, async (input, call) => {
  refuseBadPassword(input.newPassword, input.repeatPassword)
  const proof = proofOf(input.proof)
  const passwordHash = await hashPassword(input.newPassword, call.secrets)
  const keys = await agreeOnKey(input.dh)
  const { deviceId, dh } = input
  return call.db.transaction(async (tx) => {
    const asked = { ...call, purpose: 'create', pub: proof.pub, cid: proof.cid } as const
    const challenge = await openChallenge(tx, asked, { deviceId, dh })
    verifyProofs({ purpose: 'create', origin: call.origin, challenge, proof, deviceId })
    if (challenge.repeated)
      return enter(tx, call, { walletId: challenge.repeated.walletId, kind: 'create', keys, deviceId })
    if (await isKeyKnown(tx, proof.pub)) fail('identity.wallet_taken')
    const sponsorId = (input.sponsorId || undefined) as WalletId | undefined
    const walletId = await insertWallet(tx, { sponsorId, passwordHash, at: call.now })
    if (!(await registerKey(tx, walletId, proof.pub, call.now))) fail('identity.wallet_taken')
    await spendChallenge(tx, proof.cid, { walletId, caller: { deviceId, dh }, wall: call.wall })
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
  const challenge = await openChallenge(tx, { ...call, purpose: 'backup', pub: proof.pub, cid: proof.cid })
  verifyProofs({ purpose: 'backup', origin: call.origin, challenge, proof, deviceId: input.deviceId })
  if ((await activeKeyOf(tx, walletId)) !== proof.pub) fail('identity.mnemonic_wrong')
  await spendChallenge(tx, proof.cid, { walletId, wall })
  const first = await activateWallet(tx, walletId, now)
  if (first) await post(tx, grantCredit(walletId, now))
  return { activated: true, credit: first ? showUnits(activationCredit) : '0' }
})

export const onboardingCalls: readonly Implementation[] = [
  askChallengeApi,
  createWalletApi,
  restoreWalletApi,
  signInApi,
  signOutApi,
  proveBackupApi,
]
