import {
  askableDeposits,
  askableDust,
  assignDeposit,
  type CorrectionTarget,
  correctDeposit,
  lostDeposits,
  releaseAsked,
  restoreDeposit,
  unclaimedDeposits,
} from '#custody/watching/corrections.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { reasonOf, walletOf, walletsIn, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const amountOf = ({ units, coin, chain }: CorrectionTarget): string => `${showUnits(units)} ${coin} on ${chain}`
const lineOf = (deposit: CorrectionTarget): string => {
  const { id, seenAt, hash, from, walletId, state, orphanedAt } = deposit
  const where = orphanedAt ? 'not on the chain' : 'on the chain'
  return `${id}  ${seenAt.toISOString().slice(0, 16)}  ${amountOf(deposit)}  ${walletId ?? 'owner unknown'}  ${state}, ${where}  from ${from}  ${hash}`
}

const find = (deposits: readonly CorrectionTarget[], typed: string | undefined, list: string): CorrectionTarget => {
  const id = wholeNumberOf(typed, 'payment')
  const found = deposits.find((deposit) => deposit.id === BigInt(id))
  if (!found) throw new UsageError(`Payment ${id} is none of them; see: ${list}`)
  return found
}

export const depositLost: Verb = {
  words: 'deposit lost',
  guard: 'none',
  usage: '',
  summary:
    'Lists payments in the books that are on the chain no more, and those that came back after they were corrected.',
  async run({ db, say }) {
    const lost = await lostDeposits(db)
    for (const deposit of lost) say(lineOf(deposit))
    if (lost.length === 0) say('None is lost.')
  },
}

export const depositCorrect: Verb = {
  words: 'deposit correct',
  guard: 'two',
  usage: '<number> <reason>',
  summary: 'Takes a lost payment out of the books: from its wallet what is there, the rest from capital.',
  async run(operation) {
    const deposit = find(await lostDeposits(operation.db), operation.args[0], 'deposit lost')
    const reason = reasonOf(operation.args.slice(1), ...(await walletsIn(operation.db, [lineOf(deposit)])))
    await makeChange(operation, {
      movesMoney: true,
      will: [`take out of the books: ${lineOf(deposit)}`],
      told: [
        `take ${amountOf(deposit)} out of the books, a payment its chain lost; capital bears what is gone: ${reason}`,
      ],
      async apply(tx) {
        const { taken, borne } = await correctDeposit(tx, deposit.id, reason, operation.clock.now())
        return [
          `payment ${deposit.id}: ${showUnits(taken)} ${deposit.coin} taken back, ${showUnits(borne)} borne by capital`,
        ]
      },
    })
  },
}

export const depositRestore: Verb = {
  words: 'deposit restore',
  guard: 'two-or-72h',
  usage: '<number>',
  summary: 'Books a corrected payment again that came back and is deep enough: to everybody what was taken from them.',
  async run(operation) {
    const deposit = find(await lostDeposits(operation.db), operation.args[0], 'deposit lost')
    await makeChange(operation, {
      movesMoney: true,
      will: [`book again: ${lineOf(deposit)}`],
      told: [`book ${amountOf(deposit)} again, a payment that its chain had lost and has again`],
      async apply(tx) {
        const { taken, borne } = await restoreDeposit(tx, deposit.id, operation.clock.now())
        return [`payment ${deposit.id}: ${showUnits(taken)} ${deposit.coin} given back, ${showUnits(borne)} to capital`]
      },
    })
  },
}

export const depositRelease: Verb = {
  words: 'deposit release',
  guard: 'two-or-72h',
  usage: '<wallet>',
  summary: 'Credits what a wallet was paid below the minimum and asks for, once it has waited 90 days.',
  async run(operation) {
    const { db, clock, args } = operation
    const { id: walletId } = await walletOf(db, args[0])
    const asked = await askableDeposits(db, walletId, clock.now())
    const dust = await askableDust(db, walletId, clock.now())
    if (asked.length + dust.length === 0)
      throw new UsageError('Nothing of this wallet has waited 90 days below the minimum.')
    await makeChange(operation, {
      movesMoney: true,
      will: [
        ...asked.map((deposit) => `credit: ${lineOf(deposit)}`),
        ...dust.map(({ units, coin, chain }) => `credit: ${showUnits(units)} ${coin} on ${chain}, very small payments`),
      ],
      apply: async (tx) => [
        `${await releaseAsked(tx, walletId, clock.now())} payments of wallet ${walletId} are credited`,
      ],
    })
  },
}

export const suspenseList: Verb = {
  words: 'suspense list',
  guard: 'none',
  usage: '',
  summary: 'Lists payments of known coins whose owner nobody knows, oldest first.',
  async run({ db, say }) {
    const unclaimed = await unclaimedDeposits(db)
    for (const deposit of unclaimed) say(lineOf(deposit))
    if (unclaimed.length === 0) say('Every payment has an owner.')
  },
}

export const suspenseAssign: Verb = {
  words: 'suspense assign',
  guard: 'two',
  usage: '<number> <wallet> <reason>',
  summary:
    'Credits a payment of unknown owner to the wallet that proved it is theirs; everybody reads how, without whose.',
  async run(operation) {
    const deposit = find(await unclaimedDeposits(operation.db), operation.args[0], 'suspense list')
    const wallet = await walletOf(operation.db, operation.args[1])
    const { id: walletId } = wallet
    const reason = reasonOf(operation.args.slice(2), wallet)
    await makeChange(operation, {
      movesMoney: true,
      will: [`credit wallet ${walletId}: ${lineOf(deposit)}`],
      told: [`credit ${amountOf(deposit)}, a payment whose owner nobody knew, to a wallet: ${reason}`],
      async apply(tx) {
        await assignDeposit(tx, deposit.id, { walletId, evidence: reason }, operation.clock.now())
        return [`wallet ${walletId} has ${amountOf(deposit)} more: ${reason}`]
      },
    })
  },
}

export const depositVerbs: readonly Verb[] = [
  depositLost,
  depositCorrect,
  depositRestore,
  depositRelease,
  suspenseList,
  suspenseAssign,
]
