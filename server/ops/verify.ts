import { readFileSync } from 'node:fs'
import { findFundProblems } from '#features/investing/fund/fund-invariants.store.ts'
import { findLiquidityProblems } from '#features/investing/liquidity/liquidity-invariants.store.ts'
import { findOrderProblems } from '#features/investing/orders/order-invariants.store.ts'
import {
  findReservationProblems,
  reservationHolds,
} from '#features/investing/reservations/reservation-invariants.store.ts'
import { findRewardProblems } from '#features/team/reward-invariants.store.ts'
import { findWithdrawalProblems } from '#features/withdrawals/withdrawal-invariants.store.ts'
import { firstUnsignedProposal } from '#identity/operator-proposals.store.ts'
import { firstStrangerInLog } from '#identity/operators.store.ts'
import { firstBrokenOperation } from '#kit/operator-log.store.ts'
import { firstBrokenHead, firstMissingHead } from '#kit/operator-log-head.store.ts'
import { audit } from '#ledger/audit.store.ts'
import type { Verb } from './verb.ts'

/** Something that must hold does not: the command ends with 1. */
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
    'Checks every invariant of the books, and every order, withdrawal, reservation, fund, share and reward against them.',
  async run({ db, say }) {
    const findings = await audit(db)
    const problems = [
      ...(await findOrderProblems(db)),
      ...(await findWithdrawalProblems(db, [reservationHolds])),
      ...(await findReservationProblems(db)),
      ...(await findFundProblems(db)),
      ...(await findLiquidityProblems(db)),
      ...(await findRewardProblems(db)),
    ]
    for (const { rule, count, example } of findings) say(`broken: ${rule} (${count}, e.g. ${example})`)
    for (const problem of problems) say(`broken: ${problem}`)
    if (findings.length + problems.length > 0) throw new VerifyError('The books do not hold.')
    const [row] = await db.query<{ postings: bigint; orders: bigint }>(
      'SELECT (SELECT count(*) FROM posting) AS postings, (SELECT count(*) FROM investment_order) AS orders',
    )
    say(`Everything holds: ${row?.postings} postings, ${row?.orders} orders.`)
  },
}

export const logVerify: Verb = {
  words: 'log verify',
  guard: 'none',
  usage: '[<file of published heads>]',
  summary:
    "Checks the operators' log: each line carries the hash of the one before and is signed by who was an operator then, each proposal by two, and every published head fits.",
  async run({ args, db, say }) {
    const broken = await firstBrokenOperation(db)
    if (broken !== undefined) throw new VerifyError(`The log is broken at operation ${broken}.`)
    const stranger = await firstStrangerInLog(db)
    if (stranger !== undefined) throw new VerifyError(`Operation ${stranger} is signed by a key of no operator then.`)
    const unsigned = await firstUnsignedProposal(db)
    if (unsigned !== undefined)
      throw new VerifyError(`Proposal ${unsigned} was carried out without two signatures of operators.`)
    const head = await firstBrokenHead(db)
    if (head !== undefined) throw new VerifyError(`The head published on ${head} is not the log’s any more.`)
    const missing = args[0] ? await firstMissingHead(db, readFileSync(args[0], 'utf8')) : undefined
    if (missing !== undefined) throw new VerifyError(`The head kept of ${missing} is not the log’s any more.`)
    const [row] = await db.query<{ count: bigint }>('SELECT count(*) AS count FROM operator_log')
    say(`The log holds: ${row?.count} operations.`)
  },
}
