import { approvalsOf } from '#custody/payments/approving/approvals.store.ts'
import {
  approveReturn,
  askReturn,
  cancelReturn,
  openReturns,
  type Return,
  returnTextOf,
} from '#custody/payments/returns.store.ts'
import { unclaimedDeposits } from '#custody/watching/corrections.store.ts'
import { costOf } from '#identity/stops.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { wholeNumberOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'
import { spending } from './spending.ts'

const listMax = 200

const lineOf = ({ id, askedAt, units, coin, chain, address, deposit, state, note }: Return): string =>
  `${id}  ${askedAt.toISOString().slice(0, 16)}  ${showUnits(units)} ${coin} on ${chain} back to ${address}  ${state}  of ${deposit.hash}${
    note && `  (${note})`
  }`

async function find({ db, args }: Operation): Promise<Return> {
  const id = wholeNumberOf(args[0], 'return')
  const found = (await openReturns(db, listMax)).find((back) => back.id === BigInt(id))
  if (!found) throw new UsageError(`No return ${id} is open; see: suspense returns`)
  return found
}

const suspenseReturn: Verb = {
  words: 'suspense return',
  guard: 'one',
  usage: '<number> <evidence>',
  summary:
    'Asks that a payment of unknown owner goes back to the address it came from; two approvers must sign for it.',
  async run(operation) {
    const { db, args, clock } = operation
    const number = wholeNumberOf(args[0], 'payment')
    const deposit = (await unclaimedDeposits(db)).find(({ id }) => id === BigInt(number))
    if (!deposit) throw new UsageError(`Payment ${number} is none of them; see: suspense list`)
    const evidence = args.slice(1).join(' ')
    if (!evidence)
      throw new UsageError('evidence: how it is known that it should go back, and that its sender can receive it')
    const { units, coin, chain, from, hash } = deposit
    await makeChange(operation, {
      movesMoney: true,
      will: [
        `send back, once two approvers have signed: ${showUnits(units)} ${coin} on ${chain} to ${from}, of ${hash}`,
      ],
      async apply(tx) {
        const id = await askReturn(tx, deposit.id, clock.now())
        return [`return ${id} waits for its approvers: ${evidence}`]
      },
    })
  },
}

const suspenseReturns: Verb = {
  words: 'suspense returns',
  guard: 'none',
  usage: '',
  summary: 'Lists payments of unknown owner on their way back, oldest first.',
  async run({ db, say }) {
    const found = await openReturns(db, listMax)
    for (const back of found) say(lineOf(back))
    if (found.length === 0) say('None is on its way back.')
  },
}

const suspenseMessage: Verb = {
  words: 'suspense message',
  guard: 'none',
  usage: '<return>',
  summary:
    'Prints what an approver signs for a return, having looked at the chain: Ed25519 over these lines, base64url.',
  async run(operation) {
    const back = await find(operation)
    for (const line of returnTextOf(back).split('\n')) operation.say(line)
    const signed = await approvalsOf(operation.db, back.id)
    if (signed.length > 0) operation.say(`signed by: ${signed.join(', ')}`)
  },
}

const suspenseApprove: Verb = {
  words: 'suspense approve',
  guard: 'one',
  usage: '<return> <approver> <signature>',
  summary: 'Lets a return go, when enough approvers have signed. The signer counts those its own rules name.',
  async run(operation) {
    const { args, clock } = operation
    const back = await find(operation)
    const [, approver, signature] = args
    if (!approver || !signature)
      throw new UsageError('It takes the word of an approver; what they sign: suspense message <return>')
    await makeChange(operation, {
      movesMoney: true,
      will: [`let go: ${lineOf(back)}`],
      async apply(tx) {
        const { signed, needed } = await approveReturn(tx, back.id, { approver, signature }, clock.now())
        return [`return ${back.id}: ${signed} of ${needed} have signed`]
      },
    })
  },
}

const suspenseCancel: Verb = {
  words: 'suspense cancel',
  guard: 'two',
  ...spending,
  usage: '<return> <reason>',
  summary: 'Ends a return that nobody has begun to send: the coins stay in suspense.',
  async run(operation) {
    const reason = operation.args.slice(1).join(' ')
    if (!reason) throw new UsageError('reason: why it does not go back')
    const back = await find(operation)
    await makeChange(operation, {
      movesMoney: false,
      spends: {
        stopped: { subject: `deposit:${back.depositId}`, kind: 'return' },
        closingAt: (from) => costOf('return', from),
      },
      will: [`end: ${lineOf(back)}`],
      async apply(tx) {
        await cancelReturn(tx, back.id, reason, operation.clock.now())
        return [`return ${back.id} is cancelled: ${reason}`]
      },
    })
  },
}

export const returnVerbs: readonly Verb[] = [
  suspenseReturn,
  suspenseReturns,
  suspenseMessage,
  suspenseApprove,
  suspenseCancel,
]
