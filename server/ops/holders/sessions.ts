import { endAllSessions, endSessions } from '#identity/sessions/session.store.ts'
import { wallClock } from '#kit/time/clock.ts'
import { reasonOf, walletOf } from '../base/arguments.ts'
import { makeChange, type Verb } from '../base/verb.ts'
import { spending, spentAtOnce } from '../money/spending.ts'

const sessionEnd: Verb = {
  words: 'session end',
  guard: 'two',
  ...spending,
  usage: '<wallet> <reason>',
  summary: 'Ends the sessions of a wallet: whoever uses it must sign in anew.',
  async run(operation) {
    const { id } = await walletOf(operation.db, operation.args[0])
    const reason = reasonOf(operation.args.slice(1))
    await makeChange(operation, {
      movesMoney: false,
      spends: spentAtOnce(id, 'sessions'),
      will: [`end the sessions of ${id}: ${reason}`],
      async apply(tx) {
        const ended = await endSessions(tx, id, 'by_operator', wallClock.now())
        return [`${id}: ${ended} sessions ended: ${reason}`]
      },
    })
  },
}

/** For suspected token theft. Requires two operators, because it affects all users. */
const sessionEndAll: Verb = {
  words: 'session end-all',
  guard: 'two',
  isPublic: true,
  usage: '<reason>',
  summary: 'Ends the sessions of all wallets: everybody must sign in anew.',
  async run(operation) {
    const reason = reasonOf(operation.args)
    await makeChange(operation, {
      movesMoney: true,
      will: [`end the sessions of all wallets: ${reason}`],
      async apply(tx) {
        const ended = await endAllSessions(tx, 'by_operator', wallClock.now())
        return [`${ended} sessions of all wallets ended: ${reason}`]
      },
    })
  },
}

export const sessionVerbs: readonly Verb[] = [sessionEnd, sessionEndAll]
