import { confirmGoogleCode, confirmWhereBound } from '#identity/authenticator/authenticator.store.ts'
import { spendSolution } from '#identity/captcha/captcha.store.ts'
import { type CodeOwner, confirmMailCode, newMailCode } from '#identity/mail/mail-code.store.ts'
import { withMailCode } from '#identity/mail/mail-factor.server.ts'
import { queueMail, refuseFlood } from '#identity/mail/mail-queue.store.ts'
import { codeLifeMs, digitsOf, type MailScene, resendMs } from '#identity/mail/mail-scenes.ts'
import {
  bindMailbox,
  digestOf,
  findMailbox,
  loadMailbox,
  type Mailbox,
  noteHeard,
} from '#identity/mail/mailbox.store.ts'
import { noteSecurityEvent } from '#identity/sessions/security-event.store.ts'
import { holdWithdrawals, lockWallet } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import { addMs, dayMs, minuteMs } from '#kit/time/clock.ts'
import { type Implementation, implement, implementRead, type SessionCall } from '#kit/wire/implement.api.ts'
import { bindMail, greetMail, sendMailCode } from './mail.contract.ts'

const holdMs = dayMs

export const ownerOf = ({ walletId, sessionId, wall, secrets }: SessionCall, scene: MailScene): CodeOwner => ({
  walletId,
  sessionId,
  scene,
  wall,
  secrets,
})

/** Does not reveal whether another wallet uses the mailbox. Only someone who reads the mailbox learns that, by binding it. */
const sendMailCodeApi = (mails: boolean) =>
  implement(sendMailCode, async ({ email, scene, checkKey, checkSign, language }, call) => {
    if (!mails) fail('identity.mail_off')
    const { tx, walletId, wall, secrets } = call
    await lockWallet(tx, walletId)
    await spendSolution(tx, call, { checkKey, checkSign })
    const digest = digestOf(secrets, email)
    const bound = await findMailbox(tx, walletId, secrets)
    if (scene === 'bind' && bound?.digest === digest) fail('identity.mail_same')
    if (scene !== 'bind' && !bound) fail('identity.mail_not_bound')
    if (scene !== 'bind' && bound?.digest !== digest) fail('identity.mail_other')
    await refuseFlood(tx, { digest, walletId, scene, wall })
    const code = await newMailCode(tx, ownerOf(call, scene), digest)
    const values = { code, minutes: String(codeLifeMs / minuteMs) }
    await queueMail(tx, secrets, { address: email, language, walletId, kind: `code_${scene}`, values }, wall)
    return {
      digits: digitsOf(scene),
      waitSeconds: resendMs / 1000,
      expiresAt: addMs(wall, codeLifeMs).toISOString(),
    }
  })

/** True if two operators confirmed that the holder lost the mailbox, and the waiting period is over. */
const isReleased = ({ releasedFrom }: Mailbox, now: Date): boolean => releasedFrom !== null && releasedFrom <= now

/**
 * A first mailbox requires the authenticator code if bound, because mail codes can replace it later. A replacement blocks withdrawals and
 * notifies the old mailbox.
 */
const bindMailApi = implementRead(bindMail, async ({ email, code, currentCode, language }, call) => {
  const { db, walletId, wall, now, secrets, givenCode } = call
  const [ofNew, ofOld] = [ownerOf(call, 'bind'), ownerOf(call, 'rebind')]
  return withMailCode(db, ofNew, code, (given) =>
    withMailCode(db, ofOld, currentCode, (givenOld) =>
      db.transaction(async (tx) => {
        await lockWallet(tx, walletId)
        const former = await findMailbox(tx, walletId, secrets)
        const digest = digestOf(secrets, email)
        if (former?.digest === digest) fail('identity.mail_same')
        if (former && givenOld) await confirmMailCode(tx, ofOld, former.digest, givenOld)
        else if (former && givenCode) await confirmGoogleCode({ ...call, tx }, givenCode)
        else if (former && !isReleased(former, now)) fail('identity.mail_code_needed')
        else if (!former) await confirmWhereBound({ ...call, tx }, givenCode)
        if (given) await confirmMailCode(tx, ofNew, digest, given)
        await bindMailbox(tx, walletId, { address: email, language, wall, secrets })
        await noteSecurityEvent(tx, walletId, 'mail', wall)
        if (!former) return { email, withdrawalsHeldUntil: null }
        const until = await holdWithdrawals(tx, walletId, addMs(now, holdMs), 'mail')
        const told = {
          address: former.address,
          language: former.language,
          walletId,
          kind: 'told_mail',
          values: {},
        } as const
        await queueMail(tx, secrets, told, wall)
        return { email, withdrawalsHeldUntil: until.toISOString() }
      }),
    ),
  )
})

const greetMailApi = implementRead(greetMail, ({ code }, call) => {
  const { db, walletId, wall, now, secrets } = call
  const owner = ownerOf(call, 'hello')
  return withMailCode(db, owner, code, (given) =>
    db.transaction(async (tx) => {
      await lockWallet(tx, walletId)
      const { digest } = await loadMailbox(tx, walletId, secrets)
      if (given) await confirmMailCode(tx, owner, digest, given)
      await noteHeard(tx, walletId, wall)
      return { heardAt: now.toISOString() }
    }),
  )
})

/** @param mails whether mails are sent, by SMTP or to the demo's outbox */
export const mailCalls = (mails: boolean): readonly Implementation[] => [
  sendMailCodeApi(mails),
  bindMailApi,
  greetMailApi,
]
