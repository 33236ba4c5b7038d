import { readFileSync } from 'node:fs'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import {
  countOperations,
  digestsOf,
  findOperation,
  firstBrokenOperation,
  sortedJson,
} from '#identity/operators/operator-log.store.ts'
import {
  firstBrokenHead,
  firstMissingHead,
  type LogHead,
  publishedHeads,
  readHeads,
} from '#identity/operators/operator-log-head.store.ts'
import { firstUnsignedProposal } from '#identity/operators/operator-proposals.store.ts'
import { firstStrangerInLog } from '#identity/operators/operators.store.ts'
import { audit } from '#ledger/audit.store.ts'
import { findOtcProblems, otcHolds } from '#otc/otc-invariants.store.ts'
import { findFundProblems } from '#products/lines/fund/fund-invariants.store.ts'
import { findLiquidityProblems } from '#products/lines/liquidity/liquidity-invariants.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { countOrders } from '#products/orders/orders.store.ts'
import { findPowerProblems } from '#products/power/power-log.store.ts'
import { findReservationProblems, reservationHolds } from '#products/reservations/reservation-invariants.store.ts'
import { findRewardProblems } from '#team/rewards/reward-invariants.store.ts'
import { wholeNumberOf } from '../base/arguments.ts'
import { UsageError, type Verb } from '../base/verb.ts'

/** An invariant is broken. The command exits with 1. */
export class VerifyError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'VerifyError'
  }
}

export const ledgerVerify: Verb = {
  words: 'ledger verify',
  guard: 'none',
  usage: '',
  summary:
    'Checks every invariant of the books, and every order, withdrawal, reservation, trade over the counter, fund, share and reward against them.',
  async run({ db, say }) {
    const findings = await audit(db)
    const problems = [
      ...(await findOrderProblems(db)),
      ...(await findWithdrawalProblems(db, [reservationHolds, otcHolds])),
      ...(await findReservationProblems(db)),
      ...(await findPowerProblems(db)),
      ...(await findOtcProblems(db)),
      ...(await findFundProblems(db)),
      ...(await findLiquidityProblems(db)),
      ...(await findRewardProblems(db)),
    ]
    for (const { rule, count, example } of findings) say(`broken: ${rule} (${count}, e.g. ${example})`)
    for (const problem of problems) say(`broken: ${problem}`)
    if (findings.length + problems.length > 0) throw new VerifyError('The books do not hold.')
    const [row] = await db.query<{ postings: bigint }>('SELECT count(*) AS postings FROM record')
    say(`Everything holds: ${row?.postings} postings, ${await countOrders(db)} orders.`)
  },
}

/** Reads heads from a saved copy of the file. @throws UsageError */
function headsIn(path: string): LogHead[] {
  try {
    return readHeads(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path} is no copy of published heads: ${(error as Error).message}`)
  }
}

export const logVerify: Verb = {
  words: 'log verify',
  guard: 'none',
  usage: '[<file of published heads>] [--key <public key>]',
  flags: { key: { type: 'string' } },
  summary:
    "Checks the operators' log: each line is signed by who was an operator then, each proposal by two, and every published head fits and is by the key named, or the first in the file you kept.",
  async run({ args, db, flags, say }) {
    const kept = args[0] ? headsIn(args[0]) : []
    const key = flags.key ?? kept[0]?.publicKey
    const broken = await firstBrokenOperation(db)
    if (broken !== undefined) throw new VerifyError(`The log is broken at operation ${broken}.`)
    const stranger = await firstStrangerInLog(db)
    if (stranger !== undefined) throw new VerifyError(`Operation ${stranger} is signed by a key of no operator then.`)
    const unsigned = await firstUnsignedProposal(db)
    if (unsigned !== undefined)
      throw new VerifyError(`Proposal ${unsigned} was carried out without two signatures of operators.`)
    const missing = key && (await firstMissingHead(db, kept, key))
    if (missing) throw new VerifyError(`The head kept of ${missing} is not the log’s any more, or by another key.`)
    const head = await firstBrokenHead(db, key)
    if (head) throw new VerifyError(`The head published on ${head} is not the log’s any more, or by another key.`)
    say(`The log holds: ${await countOperations(db)} operations.`)
    if (!key && (await publishedHeads(db, 1)).length > 0)
      say(
        'Its heads hold together, by the key of the first. To know that it is the company’s: --key, or a file you kept.',
      )
  },
}

export const logShow: Verb = {
  words: 'log show',
  guard: 'none',
  usage: '<line>',
  summary:
    'Shows a line of the log whole, with its salt: with it, whoever it concerns can check it against its public digests.',
  async run({ args, db, say }) {
    const found = await findOperation(db, BigInt(wholeNumberOf(args[0], 'line')))
    if (!found) throw new UsageError('The log has no such line')
    for (const [name, value] of Object.entries({ ...found, ...digestsOf(found) }))
      say(
        `${name}  ${value instanceof Date ? value.toISOString() : typeof value === 'object' ? sortedJson(value) : value}`,
      )
  },
}
