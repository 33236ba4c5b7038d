import { confirmWhereBound, isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { guardsOf } from '#identity/guards.store.ts'
import { tellHolder } from '#identity/mail/mail-queue.store.ts'
import {
  type ChallengeUse,
  makePasskeyChallenge,
  type PasskeyChallenge,
  readPasskeyChallenge,
} from '#identity/passkeys/challenge.server.ts'
import {
  claimChallenge,
  countPasskeys,
  endPasskeys,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  noteUsed,
  type Passkey,
  type PasskeyPlace,
  passkeysHere,
} from '#identity/passkeys/passkey.store.ts'
import { isCopied, passkeyScope, passkeysMax, relyingPartyOf } from '#identity/passkeys/passkey.ts'
import { readClientData, verifyAssertion, verifyNewPasskey } from '#identity/passkeys/verify.server.ts'
import { returnTry, rightTry, takeTry, wrongTry } from '#identity/passwords/attempts.store.ts'
import { openWalletToken } from '#identity/sessions/wallet-token.store.ts'
import { holdWithdrawals, loadWallet, lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { fail, Refusal } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { loadBusinessTime } from '#kit/time/clock.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { askPasskey, confirmByPasskey } from '#kit/wire/contracts/passkey.contract.ts'
import { type Implementation, implement, implementRead, type SessionCall } from '#kit/wire/implement.api.ts'
import { addPasskey, beginPasskey, loadPasskeys, removePasskeys } from './passkeys.contract.ts'

const holdMs = dayMs

const placeOf = ({ walletId, sessionId, origin }: SessionCall): PasskeyPlace => ({
  walletId,
  sessionId,
  rpId: relyingPartyOf(origin),
})
const useOf = async (
  sql: Sql,
  call: SessionCall,
  purpose: ChallengeUse['purpose'],
  act = '',
): Promise<ChallengeUse> => ({ ...call, purpose, act, guards: await guardsOf(sql, call.walletId) })

/** Accepts only our own challenge for this use. @throws identity.passkey_expired, identity.passkey_wrong */
function challengeIn(clientData: string, use: ChallengeUse, wall: Date): PasskeyChallenge {
  const read = readPasskeyChallenge(readClientData(clientData)?.challenge ?? '', use, wall)
  if (read === 'expired') fail('identity.passkey_expired')
  if (read === 'strange') fail('identity.passkey_wrong')
  return read
}

const loadPasskeysApi = implementRead(loadPasskeys, async (_input, call) => {
  const rows = await listPasskeys(call.db, placeOf(call))
  const businessTime = await loadBusinessTime(call.db, call)
  const passkeys = rows.map(({ createdAt, usedAt, ...row }) => ({
    ...row,
    createdAt: businessTime(createdAt).toISOString(),
    usedAt: usedAt ? businessTime(usedAt).toISOString() : null,
  }))
  return { most: passkeysMax, googleBound: await isGoogleBound(call.db, call.walletId), passkeys }
})

const askPasskeyApi = implementRead(askPasskey, async ({ act }, call) => {
  const place = placeOf(call)
  if ((await loadWallet(call.db, call.walletId)).frozenAt) fail('identity.frozen')
  const passkeys = await passkeysHere(call.db, place)
  if (passkeys.length === 0) fail('identity.passkey_wrong')
  const known = passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports.split(',').filter(Boolean),
  }))
  return {
    challenge: makePasskeyChallenge(await useOf(call.db, call, 'confirm', act), call.wall),
    host: place.rpId,
    passkeys: known,
  }
})

type Signed = { readonly passkey: Passkey; readonly challenge: PasskeyChallenge; readonly counter: number }

/** Claims the challenge and checks that the counter rose in one transaction. A cloned passkey is revoked even though the call fails. */
const use = (call: SessionCall, act: string, { passkey, challenge, counter }: Signed) =>
  call.db.transaction(async (tx) => {
    const { walletId, sessionId, wall } = call
    const wallet = await lockWallet(tx, walletId)
    if (wallet.frozenAt) fail('identity.frozen')
    const kept = await lockPasskey(tx, passkey.id)
    if (!kept || !wallet.passwordHash) fail('identity.passkey_wrong')
    // Load again under the lock, as security settings may have changed.
    const current = await useOf(tx, call, 'confirm', act)
    if (typeof readPasskeyChallenge(challenge.text, current, wall) === 'string') fail('identity.passkey_expired')
    if (!(await claimChallenge(tx, challenge))) fail('identity.passkey_expired')
    if (isCopied(Number(kept.counter), counter)) {
      await endPasskeys(tx, walletId, 'copied', { wall, id: kept.id })
      await tellHolder(tx, call.secrets, walletId, 'told_passkey_copied', wall)
      return 'copied'
    }
    await noteUsed(tx, kept.id, counter, wall)
    const proof = { sessionId, provedHash: wallet.passwordHash, wall }
    const opened = await openWalletToken(tx, { ...proof, one: { act, passkeyId: kept.id } })
    await rightTry(tx, walletId, passkeyScope)
    return opened
  })

/** Counts the attempt before comparing. Failures that cannot be guesses (expired, frozen) are refunded. */
const confirmByPasskeyApi = implementRead(confirmByPasskey, async ({ act, passkey: given }, call) => {
  const { db, walletId, wall, origin } = call
  if ((await loadWallet(db, walletId)).frozenAt) fail('identity.frozen')
  const taken = await takeTry(db, walletId, passkeyScope, wall)
  if (!taken.allowed) fail('identity.passkey_locked', { until: taken.until.toISOString() })
  try {
    const challenge = challengeIn(given.clientData, await useOf(db, call, 'confirm', act), wall)
    const passkey = (await passkeysHere(db, placeOf(call))).find(({ credentialId }) => credentialId === given.id)
    const signed = passkey && (await verifyAssertion(given, passkey, { challenge: challenge.text, origin }))
    if (!signed) fail('identity.passkey_wrong')
    const opened = await use(call, act, { passkey, challenge, counter: signed.counter })
    if (opened === 'copied') fail('identity.passkey_copied')
    return { walletToken: opened.token, expiresAt: opened.expiresAt.toISOString() }
  } catch (error) {
    const isWrong = error instanceof Refusal && error.key === 'identity.passkey_wrong'
    if (!isWrong) {
      await returnTry(db, walletId, passkeyScope)
      throw error
    }
    const { until } = await wrongTry(db, walletId, passkeyScope, wall)
    if (until) fail('identity.passkey_locked', { until: until.toISOString() })
    throw error
  }
})

const refuseTooMany = (count: number): void => {
  if (count >= passkeysMax) fail('identity.passkey_too_many', { most: String(passkeysMax) })
}

const beginPasskeyApi = implement(beginPasskey, async (_input, call) => {
  refuseTooMany(await countPasskeys(call.tx, call.walletId))
  const place = placeOf(call)
  const known = await passkeysHere(call.tx, place)
  return {
    challenge: makePasskeyChallenge(await useOf(call.tx, call, 'add'), call.wall),
    host: place.rpId,
    known: known.map(({ credentialId }) => credentialId),
  }
})

/** Blocks withdrawals, as a new password does. */
const addPasskeyApi = implement(addPasskey, async ({ passkey: given }, call) => {
  const { tx, walletId, now, wall, origin, userAgent } = call
  refuseWhileStopped(await lockWallet(tx, walletId))
  refuseTooMany(await countPasskeys(tx, walletId))
  await confirmWhereBound(call, call.givenCode)
  const challenge = challengeIn(given.clientData, await useOf(tx, call, 'add'), wall)
  const made = await verifyNewPasskey(given, { challenge: challenge.text, origin })
  if (!made) fail('identity.passkey_wrong')
  if (!(await claimChallenge(tx, challenge))) fail('identity.passkey_expired')
  const kept = { ...placeOf(call), ...made, transports: given.transports.join(','), userAgent, wall }
  const id = (await insertPasskey(tx, kept)) ?? fail('identity.passkey_wrong')
  const until = await holdWithdrawals(tx, walletId, addMs(now, holdMs), 'passkey')
  await tellHolder(tx, call.secrets, walletId, 'told_passkey', wall)
  return { id, withdrawalsHeldUntil: until.toISOString() }
})

const removePasskeysApi = implement(removePasskeys, async ({ id }, { tx, walletId, wall }) => {
  await lockWallet(tx, walletId)
  return { removed: await endPasskeys(tx, walletId, 'removed', { wall, ...(id ? { id } : {}) }) }
})

export const passkeyCalls: readonly Implementation[] = [
  loadPasskeysApi,
  askPasskeyApi,
  confirmByPasskeyApi,
  beginPasskeyApi,
  addPasskeyApi,
  removePasskeysApi,
]
