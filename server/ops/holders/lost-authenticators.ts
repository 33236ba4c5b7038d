import { isGoogleBound, takeOffAuthenticator } from '#identity/authenticator/authenticator.store.ts'
import { tellHolder } from '#identity/mail/mail-queue.store.ts'
import { lastLogin } from '#identity/sessions/login-record.store.ts'
import { endSessions } from '#identity/sessions/session.store.ts'
import { holdWithdrawals, lockWallet } from '#identity/wallet.store.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, hourMs, wallClock } from '#kit/time/clock.ts'
import { evidenceOf, walletOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

/** Delay of withdrawals, in which the real holder can restore and freeze the wallet. */
const holdMs = 72 * hourMs

/**
 * Requires that the last sign-in was a restore, so no later one has shown a code. The recovery phrase is stronger than the password, which
 * suffices to bind an authenticator.
 */
async function refuseUnproven(db: Sql, id: WalletId): Promise<void> {
  if (!(await isGoogleBound(db, id))) throw new UsageError(`${id} has no authenticator bound.`)
  if ((await lastLogin(db, id)) !== 'restore')
    throw new UsageError(
      `${id} was not restored by its words since it was last signed in to: its holder does that first.`,
    )
}

const takeOff: Verb = {
  words: 'authenticator take-off',
  guard: 'two',
  usage: '<wallet> <reason>',
  summary:
    'Takes off an authenticator that its holder lost, after they restored the wallet by its words; withdrawals then wait 72 h.',
  async run(operation) {
    const { args, clock, db, secrets } = operation
    const { id } = await walletOf(db, args[0])
    const reason = evidenceOf(args.slice(1), 'reason: how you made sure that it is the holder who asks')
    await refuseUnproven(db, id)
    const keys = await secrets()
    await makeChange(operation, {
      movesMoney: true,
      will: [`take the authenticator off ${id}, end its sessions and hold its withdrawals for 72 h: ${reason}`],
      async apply(tx) {
        await lockWallet(tx, id)
        await refuseUnproven(tx, id)
        await takeOffAuthenticator(tx, id)
        await endSessions(tx, id, 'by_operator', wallClock.now())
        await tellHolder(tx, keys, id, 'told_authenticator_off', wallClock.now())
        const until = await holdWithdrawals(tx, id, addMs(clock.now(), holdMs), 'authenticator')
        return [`${id}: the authenticator is off, withdrawals wait until ${until.toISOString()}: ${reason}`]
      },
    })
  },
}

export const authenticatorVerbs: readonly Verb[] = [takeOff]
