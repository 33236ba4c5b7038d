import { confirmGoogleCode, isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { tellHolder } from '#identity/mail/mail-queue.store.ts'
import { withCode } from '#identity/passwords/second-factor.server.ts'
import { claimProof, readChallenge } from '#identity/sessions/challenge.store.ts'
import { walletOfKey } from '#identity/sessions/identity-key.store.ts'
import { isDeviceKnown } from '#identity/sessions/login-record.store.ts'
import { lockWallet } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import { implementRead } from '#kit/wire/implement.api.ts'
import { signInByPhrase } from '../onboarding.contract.ts'
import { proofOf, verifyProofs } from '../proofs.server.ts'
import { agreeOnKey, enterByProof } from '../sign-in/sign-in.server.ts'

/**
 * Opens a session and changes nothing else. Revoked keys, unknown keys and wrong signatures get the same answer. A bound authenticator is
 * required; holders who lost it restore instead, which blocks withdrawals.
 */
export const signInByPhraseApi = implementRead(signInByPhrase, async ({ proof: text, code, deviceId, dh }, call) => {
  const { db, wall, origin } = call
  const proof = proofOf(text)
  const challenge = readChallenge({ ...call, purpose: 'enter', pub: proof.pub, cid: proof.cid })
  verifyProofs({ purpose: 'enter', origin, challenge, proof, deviceId })
  const walletId = (await walletOfKey(db, proof.pub)) ?? fail('identity.mnemonic_wrong')
  const needsCode = await isGoogleBound(db, walletId)
  if (needsCode && !code) fail('identity.code_needed')
  const keys = await agreeOnKey(dh)
  const share = (await isDeviceKnown(db, walletId, deviceId)) ? 'inside' : 'door'
  return withCode(db, { walletId, share, text: needsCode ? code : '', wall }, (given) =>
    db.transaction(async (tx) => {
      await claimProof(tx, { challenge, caller: { deviceId, dh }, wall })
      await lockWallet(tx, walletId)
      if ((await walletOfKey(tx, proof.pub)) !== walletId) fail('identity.mnemonic_wrong')
      if (await isGoogleBound(tx, walletId)) {
        if (!given) fail('identity.code_needed')
        await confirmGoogleCode({ ...call, tx, walletId }, given)
      }
      // Notify the holder: a phrase thief could otherwise watch the wallet unnoticed.
      if (!(await isDeviceKnown(tx, walletId, deviceId)))
        await tellHolder(tx, call.secrets, walletId, 'told_phrase', wall)
      return enterByProof(tx, call, { walletId, kind: 'phrase', keys, deviceId, challenge })
    }),
  )
})
