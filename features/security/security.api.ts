import {
  bindAuthenticator,
  confirmGoogleCode,
  confirmWhereBound,
  isGoogleBound,
  setUpAuthenticator,
} from '#identity/authenticator/authenticator.store.ts'
import { confirmMailCode } from '#identity/mail/mail-code.store.ts'
import { withMailCode } from '#identity/mail/mail-factor.server.ts'
import { tellHolder } from '#identity/mail/mail-queue.store.ts'
import { findMailbox, type Mailbox } from '#identity/mail/mailbox.store.ts'
import { endPasskeys } from '#identity/passkeys/passkey.store.ts'
import { hashPassword, provePassword, refuseBadPassword } from '#identity/passwords/password.server.ts'
import { recentLogins } from '#identity/sessions/login-record.store.ts'
import { noteSecurityEvent } from '#identity/sessions/security-event.store.ts'
import { endOneSession, endSessions, recentSessions } from '#identity/sessions/session.store.ts'
import { openWalletToken } from '#identity/sessions/wallet-token.store.ts'
import {
  holdWithdrawals,
  loadWallet,
  lockWallet,
  mayHoldAfterFreeze,
  setFrozen,
  setPasswordHash,
} from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import { type BusinessTime, loadBusinessTime } from '#kit/time/clock.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { mailCalls, ownerOf } from './mail/mail.api.ts'
import { passkeyCalls } from './passkeys/passkeys.api.ts'
import {
  bindGoogle,
  changePassword,
  confirmPassword,
  endOwnSession,
  freezeWallet,
  loadSecurity,
  setUpGoogle,
  unfreezeWallet,
} from './security.contract.ts'

const holdMs = dayMs
const rowsMax = 20

const confirmPasswordApi = implementRead(confirmPassword, async (input, call) => {
  const { db, walletId, sessionId, wall, secrets } = call
  const { passwordHash } = await loadWallet(db, walletId)
  if (!passwordHash) fail('identity.password_not_set')
  const password = input.walletPassword
  await provePassword(db, { walletId, kept: passwordHash, password, scope: 'check', wall, secrets })
  const { token, expiresAt } = await openWalletToken(db, { sessionId, provedHash: passwordHash, wall })
  return { walletToken: token, expiresAt: expiresAt.toISOString() }
})

const showMailbox = ({ address, heardAt, releasedFrom }: Mailbox, businessTime: BusinessTime) => ({
  address,
  heardAt: businessTime(heardAt).toISOString(),
  releasedFrom: releasedFrom?.toISOString() ?? null,
})

const loadSecurityApi = implementRead(loadSecurity, async (_input, { db, walletId, sessionId, now, wall, secrets }) => {
  const wallet = await loadWallet(db, walletId)
  const held = wallet.withdrawalsHeldUntil && wallet.withdrawalsHeldUntil > now ? wallet.withdrawalsHeldUntil : null
  const banUntil = wallet.withdrawalBanUntil
  const withdrawalBan =
    banUntil && banUntil > now ? { reason: wallet.withdrawalBanReason ?? '', until: banUntil.toISOString() } : null
  const sessions = await recentSessions(db, walletId, rowsMax)
  const mailbox = await findMailbox(db, walletId, secrets)
  const logins = await recentLogins(db, walletId, rowsMax, wall)
  const businessTime = await loadBusinessTime(db, { now, wall })
  return {
    passwordSet: Boolean(wallet.passwordHash),
    googleBound: await isGoogleBound(db, walletId),
    mail: mailbox ? showMailbox(mailbox, businessTime) : null,
    backedUp: wallet.activatedAt !== null,
    now: now.toISOString(),
    withdrawalsHeldUntil: held?.toISOString() ?? null,
    holdReason: held ? wallet.holdReason : null,
    frozenAt: wallet.frozenAt?.toISOString() ?? null,
    banned: wallet.bannedAt
      ? { reason: wallet.banReason ?? '', until: wallet.bannedUntil?.toISOString() ?? null }
      : null,
    warning: wallet.warnReason === null ? null : { reason: wallet.warnReason },
    withdrawalBan,
    sessions: sessions.map(({ createdAt, seenAt, endedAt, ...row }) => ({
      ...row,
      current: row.id === sessionId,
      createdAt: businessTime(createdAt).toISOString(),
      seenAt: businessTime(seenAt).toISOString(),
      endedAt: endedAt ? businessTime(endedAt).toISOString() : null,
    })),
    logins: logins.map((row) => ({ ...row, at: businessTime(row.at).toISOString() })),
  }
})

const setUpGoogleApi = implement(setUpGoogle, (_input, call) => setUpAuthenticator(call))

const bindGoogleApi = implement(bindGoogle, async (input, call) => {
  const { tx, walletId, now } = call
  await lockWallet(tx, walletId)
  const replacing = await isGoogleBound(tx, walletId)
  if (replacing) {
    if (!call.givenCode) fail('identity.code_needed')
    await confirmGoogleCode(call, call.givenCode)
  }
  await bindAuthenticator(call, input.code)
  const until = replacing ? await holdWithdrawals(tx, walletId, addMs(now, holdMs), 'authenticator') : null
  await tellHolder(tx, call.secrets, walletId, 'told_authenticator', call.wall)
  return { googleBound: true, withdrawalsHeldUntil: until?.toISOString() ?? null }
})

/** The old password is checked outside the transaction, so a wrong attempt counts in any case. */
const changePasswordApi = implementRead(changePassword, async (input, call) => {
  const { db, walletId, sessionId, wall, now, secrets, givenCode } = call
  refuseBadPassword(input.newPassword, input.repeatPassword, walletId)
  if (input.newPassword === input.currentPassword) fail('identity.password_same')
  const { passwordHash } = await loadWallet(db, walletId)
  const password = input.currentPassword
  await provePassword(db, { walletId, kept: passwordHash, password, scope: 'check', wall, secrets })
  // Checked before the expensive hash.
  const isCoded = input.mailCode !== '' || givenCode
  if (!isCoded && (await findMailbox(db, walletId, secrets))) fail('identity.mail_code_needed')
  if (!isCoded && (await isGoogleBound(db, walletId))) fail('identity.code_needed')
  const next = await hashPassword(input.newPassword, secrets, 'signed')
  const owner = ownerOf(call, 'password')
  const until = await withMailCode(db, owner, input.mailCode, (given) =>
    db.transaction(async (tx) => {
      const wallet = await lockWallet(tx, walletId)
      if (wallet.passwordHash !== passwordHash) fail('request.busy')
      const mailbox = await findMailbox(tx, walletId, secrets)
      if (mailbox && given) await confirmMailCode(tx, owner, mailbox.digest, given)
      else if (mailbox && givenCode) await confirmGoogleCode({ ...call, tx }, givenCode)
      else if (mailbox) fail('identity.mail_code_needed')
      else await confirmWhereBound({ ...call, tx }, givenCode)
      await setPasswordHash(tx, walletId, next)
      await endSessions(tx, walletId, 'password_changed', wall, sessionId)
      await endPasskeys(tx, walletId, 'password_changed', { wall })
      await tellHolder(tx, secrets, walletId, 'told_password', wall)
      return holdWithdrawals(tx, walletId, addMs(now, holdMs), 'password')
    }),
  )
  return { withdrawalsHeldUntil: until.toISOString() }
})

const freezeWalletApi = implement(freezeWallet, async (_input, { tx, walletId, now, wall }) => {
  const wallet = await lockWallet(tx, walletId)
  const frozenAt = wallet.frozenAt ?? now
  if (!wallet.frozenAt) {
    await setFrozen(tx, walletId, frozenAt)
    await noteSecurityEvent(tx, walletId, 'frozen', wall)
  }
  return {
    frozenAt: frozenAt.toISOString(),
    withdrawalsHeldUntil: wallet.withdrawalsHeldUntil?.toISOString() ?? null,
  }
})

const unfreezeWalletApi = implement(unfreezeWallet, async (_input, call) => {
  const { tx, walletId, now, wall } = call
  const wallet = await lockWallet(tx, walletId)
  await confirmWhereBound(call, call.givenCode)
  let until = wallet.withdrawalsHeldUntil
  if (wallet.frozenAt) {
    await setFrozen(tx, walletId, null)
    await noteSecurityEvent(tx, walletId, 'unfrozen', wall)
    if (mayHoldAfterFreeze(wallet, now)) until = await holdWithdrawals(tx, walletId, addMs(now, holdMs), 'unfreeze')
  }
  return { frozenAt: null, withdrawalsHeldUntil: until?.toISOString() ?? null }
})

const endOwnSessionApi = implement(endOwnSession, async ({ id }, { tx, walletId, wall }) => {
  if (!(await endOneSession(tx, walletId, id, wall))) fail('request.data_missing')
  return {}
})

export const securityCalls = (mails: boolean): readonly Implementation[] => [
  ...mailCalls(mails),
  ...passkeyCalls,
  confirmPasswordApi,
  loadSecurityApi,
  setUpGoogleApi,
  bindGoogleApi,
  changePasswordApi,
  freezeWalletApi,
  unfreezeWalletApi,
  endOwnSessionApi,
]
