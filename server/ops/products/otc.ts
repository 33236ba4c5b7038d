import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { showUnits } from '#kit/amount/amount.ts'
import type { Db } from '#kit/store/db.ts'
import { decideDispute } from '#otc/decide-dispute.server.ts'
import { openDetails, openPayer } from '#otc/details/sealed-details.server.ts'
import { type Dispute, findDispute, loadEvidence, waitingDisputes } from '#otc/disputes.store.ts'
import { splitEscrow } from '#otc/escrow.ts'
import { otcCoin } from '#otc/otc-terms.ts'
import { eventsOf, findTransaction } from '#otc/transactions.store.ts'
import { decidableFrom, type Transaction } from '#otc/transactions.ts'
import { evidenceOf, unitsOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const listMax = 200

type Disputed = { readonly dispute: Dispute; readonly transaction: Transaction }

const lineOf = ({ dispute, transaction }: Disputed): string => {
  const { id, units, fiatUnits, fiat, sellerId, buyerId, state } = transaction
  const who = dispute.openedBy === sellerId ? 'seller' : 'buyer'
  const money = `${showUnits(units)} ${otcCoin} for ${showUnits(fiatUnits)} ${fiat}`
  return `${id}  ${dispute.openedAt.toISOString().slice(0, 16)}  ${money}  ${state}  seller ${sellerId}  buyer ${buyerId}  by the ${who}`
}

/** Indented, so a trader's text cannot imitate our output. */
const setIn = (text: string): string => text.replaceAll('\n', '\n    | ')

async function findDisputed(db: Db, typed: string | undefined): Promise<Disputed> {
  const id = BigInt(wholeNumberOf(typed, 'transaction'))
  const [dispute, transaction] = [await findDispute(db, id), await findTransaction(db, id)]
  if (!dispute || !transaction) throw new UsageError(`Transaction ${id} has no dispute; see: otc list`)
  return { dispute, transaction }
}

const otcList: Verb = {
  words: 'otc list',
  guard: 'none',
  usage: '',
  summary: 'Lists disputed trades over the counter that wait for a decision, the oldest first.',
  async run({ db, say }) {
    const waiting = await waitingDisputes(db, listMax)
    for (const { transactionId } of waiting) say(lineOf(await findDisputed(db, `${transactionId}`)))
    if (waiting.length === 0) say('None waits.')
  },
}

const otcShow: Verb = {
  words: 'otc show',
  guard: 'none',
  usage: '<number> [--save <folder>]',
  flags: { save: { type: 'string' } },
  summary: 'Shows a disputed trade whole, and saves the pictures that were given as evidence.',
  async run({ db, args, flags, say, secrets }) {
    const found = await findDisputed(db, args[0])
    const { dispute, transaction } = found
    const { id, sellerId, terms } = transaction
    const key = await secrets()
    const sideOf = (walletId: string | null) => (walletId === null ? '–' : walletId === sellerId ? 'seller' : 'buyer')
    say(lineOf(found))
    say(`the buyer says that they paid in the name: ${openPayer(key, transaction)}`)
    say(`to: ${Object.values(openDetails(key, transaction)).join(' · ')}`)
    if (terms) say(`terms: ${setIn(terms)}`)
    say(`reason: ${setIn(dispute.reason)}`)
    if (dispute.answer === null)
      say(`the seller has not answered; to the buyer from ${decidableFrom(dispute).toISOString()}`)
    else say(`answer of the seller: ${setIn(dispute.answer)}`)
    for (const { kind, byId, at } of await eventsOf(db, id)) say(`${at.toISOString()}  ${kind}  ${sideOf(byId)}`)
    for (const [place, { walletId, at, bytes }] of (await loadEvidence(db, id)).entries()) {
      const name = `${id}-${place + 1}-${sideOf(walletId)}.webp`
      if (flags.save) writeFileSync(join(flags.save, name), bytes, { mode: 0o600 })
      say(`${at.toISOString()}  ${name}${flags.save ? ' is saved' : ''}`)
    }
    if (dispute.decidedAt)
      say(`decided: ${showUnits(dispute.decidedUnits ?? 0n)} ${otcCoin} to the buyer: ${dispute.decision}`)
  },
}

/** The buyer's share: all, none or an amount. @throws UsageError */
function releasedOf(text: string | undefined, { units }: Transaction): bigint {
  if (text === 'all') return units
  if (text === 'none') return 0n
  const part = unitsOf(text, 'to the buyer: all, none, or so much of it')
  if (part > units) throw new UsageError(`to the buyer: at most ${showUnits(units)}`)
  return part
}

const otcDecide: Verb = {
  words: 'otc decide',
  guard: 'two',
  usage: '<number> <all|none|amount> <reason>',
  summary:
    'Decides a dispute: so much goes to the buyer, the rest back. To the buyer only once the seller has answered, or 72 hours after they were told. Both traders read the reason.',
  async run(operation) {
    const { db, args, clock } = operation
    const { transaction } = await findDisputed(db, args[0])
    const released = releasedOf(args[1], transaction)
    const decision = evidenceOf(args.slice(2), 'reason: why, in words both traders read')
    const { received, fee, returned } = splitEscrow(transaction, released)
    const kept = transaction.units - released
    const back = transaction.sellerId === transaction.takerId ? returned : kept
    await makeChange(operation, {
      movesMoney: true,
      will: [
        `transaction ${transaction.id}: ${showUnits(received)} ${otcCoin} to the buyer ${transaction.buyerId}, ${showUnits(fee)} fee, ${showUnits(back)} back to the seller ${transaction.sellerId}`,
      ],
      async apply(tx) {
        await decideDispute(tx, transaction.id, { units: released, decision }, clock.now())
        return [
          `transaction ${transaction.id} is decided, ${showUnits(released)} of ${showUnits(transaction.units)}: ${decision}`,
        ]
      },
    })
  },
}

export const otcVerbs: readonly Verb[] = [otcList, otcShow, otcDecide]
