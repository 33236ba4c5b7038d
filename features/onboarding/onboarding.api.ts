import { callsOfNetwork } from '#identity/captcha/call-count.store.ts'
import { type GivenSolution, readSolution } from '#identity/captcha/captcha.server.ts'
import { spendSolution } from '#identity/captcha/captcha.store.ts'
import { creationsWithoutPuzzle } from '#identity/captcha/captcha.ts'
import { hashPassword, refuseBadPassword } from '#identity/passwords/password.server.ts'
import { claimProof, findUse, makeChallenge, noteUse, readChallenge } from '#identity/sessions/challenge.store.ts'
import { activeKeyOf, isKeyKnown, registerKey } from '#identity/sessions/identity-key.store.ts'
import { endSession } from '#identity/sessions/session.store.ts'
import { activateWallet, insertWallet, lockWallet } from '#identity/wallet.store.ts'
import { callerOf, networkOf } from '#kit/caller.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Implementation, implement, implementRead, type OpenCall } from '#kit/wire/implement.api.ts'
import { signInByPhraseApi } from './backup/phrase.api.ts'
import { askChallenge, createWallet, proveBackup, signOut } from './onboarding.contract.ts'
import { proofOf, verifyProofs } from './proofs.server.ts'
import { restoreWalletApi } from './sign-in/restore.api.ts'
import { signInApi } from './sign-in/sign-in.api.ts'
import { agreeOnKey, enterByProof } from './sign-in/sign-in.server.ts'

const askChallengeApi = implementRead(askChallenge, async ({ purpose, pub }, { origin, ip, wall, secrets }) =>
  makeChallenge({ purpose, pub, origin, ip, wall, secrets }),
)

/** The demo's limit is higher, because tests create wallets from one address. */
const demoTimes = 10

/**
 * Requires a captcha if too many wallets are created from the caller's IP network. A given solution is always checked. @throws
 * captcha.needed, captcha.sign_wrong, captcha.sign_expired
 */
async function askForPuzzle(call: OpenCall, given: GivenSolution, times: number): Promise<boolean> {
  if (given.checkKey || given.checkSign) {
    readSolution(call, given)
    return true
  }
  const { db, ip, wall } = call
  const free = (await readSetting(db, creationsWithoutPuzzle)) * times
  const from = { address: callerOf(ip), network: networkOf(ip) }
  if ((await callsOfNetwork(db, 'creation', from, wall)) > free) fail('captcha.needed')
  return false
}

/** The signature is checked before the password is hashed, to protect the CPU. Hashing and key agreement run outside the transaction. */
const createWalletApi = (demo: boolean) =>
  implementRead(createWallet, async (input, call) => {
    refuseBadPassword(input.newPassword, input.repeatPassword)
    const proof = proofOf(input.proof)
    const { deviceId, dh } = input
    const challenge = readChallenge({ ...call, purpose: 'create', pub: proof.pub, cid: proof.cid })
    verifyProofs({ purpose: 'create', origin: call.origin, challenge, proof, deviceId })
    const claim = { challenge, caller: { deviceId, dh }, wall: call.wall }
    const done = await findUse(call.db, claim)
    if (!done && (await isKeyKnown(call.db, proof.pub))) fail('identity.wallet_taken')
    // A retry after a lost response needs no new captcha.
    const isSolved = !done && (await askForPuzzle(call, input, demo ? demoTimes : 1))
    const passwordHash = done ? '' : await hashPassword(input.newPassword, call.secrets, 'creation', networkOf(call.ip))
    const keys = await agreeOnKey(dh)
    return call.db.transaction(async (tx) => {
      const enterNow = (walletId: WalletId) =>
        enterByProof(tx, call, { walletId, kind: 'create', keys, deviceId, challenge })
      const former = await claimProof(tx, claim)
      if (former) return enterNow(former.walletId)
      expect(passwordHash !== '', 'what is done stays done')
      if (isSolved) await spendSolution(tx, call, input)
      if (await isKeyKnown(tx, proof.pub)) fail('identity.wallet_taken')
      const sponsorId = (input.sponsorId || undefined) as WalletId | undefined
      const walletId = await insertWallet(tx, { sponsorId, passwordHash, at: call.now })
      // The ID is known only now, so compare the password with it here. A retry draws another ID.
      refuseBadPassword(input.newPassword, input.repeatPassword, walletId)
      if (!(await registerKey(tx, walletId, proof.pub, call.now))) fail('identity.wallet_taken')
      return enterNow(walletId)
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

export const onboardingCalls = (demo: boolean): readonly Implementation[] => [
  askChallengeApi,
  createWalletApi(demo),
  restoreWalletApi,
  signInByPhraseApi,
  signInApi,
  signOutApi,
  proveBackupApi,
]
