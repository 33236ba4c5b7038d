import { approvalsOf, approvers } from '#custody/payments/approving/approvals.store.ts'
import { approvalMessage } from '#custody/payments/approving/approvals.ts'
import { approveAsOne, approveWithdrawal, refuseWithdrawal } from '#custody/payments/approving/review.store.ts'
import { type Withdrawal, withdrawalsToReview } from '#custody/payments/withdrawals.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { evidenceOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

const listMax = 200

const lineOf = ({ id, walletId, units, coin, chain, address, state, requestedAt }: Withdrawal): string =>
  `${id}  ${requestedAt.toISOString().slice(0, 16)}  ${walletId}  ${showUnits(units)} ${coin} on ${chain} to ${address}  ${state}`

async function waiting({ db, args }: Operation): Promise<Withdrawal> {
  const id = wholeNumberOf(args[0], 'withdrawal')
  const found = (await withdrawalsToReview(db, listMax)).find((withdrawal) => withdrawal.id === BigInt(id))
  if (!found) throw new UsageError(`No withdrawal ${id} waits for review; see: withdrawal list`)
  return found
}

const withdrawalList: Verb = {
  words: 'withdrawal list',
  guard: 'none',
  usage: '',
  summary: 'Lists the withdrawals that wait for review, oldest first.',
  async run({ db, say }) {
    const found = await withdrawalsToReview(db, listMax)
    for (const withdrawal of found) say(lineOf(withdrawal))
    if (found.length === 0) say('None waits.')
  },
}

const withdrawalApprove: Verb = {
  words: 'withdrawal approve',
  guard: 'two',
  mayTighten: 'approvers have signed, and their signatures are what counts',
  usage: '<number> [<approver> <signature>]',
  summary: 'Lets a withdrawal go that waits for review, when enough approvers have signed. Holds go on all the same.',
  async run(operation) {
    const { args, db, clock, demo } = operation
    const withdrawal = await waiting(operation)
    const [, approver, signature] = args
    // A demo without approvers needs only one person.
    const isAlone = demo && (await approvers(db)).length === 0
    if (!isAlone && (!approver || !signature))
      throw new UsageError('It takes the word of an approver; what they sign: withdrawal message <number>')
    await makeChange(operation, {
      movesMoney: true,
      tightens: approver !== undefined && signature !== undefined,
      will: [`let go: ${lineOf(withdrawal)}`],
      async apply(tx) {
        if (!approver || !signature) {
          const { id, state } = await approveWithdrawal(tx, withdrawal.id, clock.now())
          return [`withdrawal ${id} is ${state}`]
        }
        const given = await approveAsOne(tx, withdrawal.id, { approver, signature }, clock.now())
        return [
          `withdrawal ${withdrawal.id} is ${given.withdrawal.state}: ${given.signed} of ${given.needed} have signed`,
        ]
      },
    })
  },
}

const withdrawalMessage: Verb = {
  words: 'withdrawal message',
  guard: 'none',
  usage: '<number>',
  summary: 'Prints what an approver signs for a withdrawal that waits for review: Ed25519 over these lines, base64url.',
  async run(operation) {
    const withdrawal = await waiting(operation)
    for (const line of approvalMessage(withdrawal).split('\n')) operation.say(line)
    const signed = await approvalsOf(operation.db, withdrawal.id)
    if (signed.length > 0) operation.say(`signed by: ${signed.join(', ')}`)
  },
}

const withdrawalRefuse: Verb = {
  words: 'withdrawal refuse',
  guard: 'two',
  usage: '<number> <reason>',
  summary: 'Refuses a withdrawal that was not sent: everything returns to the wallet, with the reason.',
  async run(operation) {
    const reason = evidenceOf(
      operation.args.slice(1),
      'A refusal needs its reason: withdrawal refuse <number> <reason>',
    )
    const withdrawal = await waiting(operation)
    await makeChange(operation, {
      movesMoney: true,
      will: [`give back: ${lineOf(withdrawal)}`],
      async apply(tx) {
        const { id, state } = await refuseWithdrawal(tx, withdrawal.id, reason, operation.clock.now())
        return [`withdrawal ${id} is ${state}: ${reason}`]
      },
    })
  },
}

export const reviewVerbs: readonly Verb[] = [withdrawalList, withdrawalMessage, withdrawalApprove, withdrawalRefuse]
