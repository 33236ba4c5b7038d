import { expectRegion, regionalState } from '#identity/region.store.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { LineId } from '#ledger/lines.ts'
import { lineOpenings, refuseClosedLine } from './line-openings.ts'

/** Whether a wallet answered the questions about a line. */
export async function hasPassedQuiz(sql: Sql, walletId: WalletId, line: LineId): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM wallet_quiz WHERE wallet_id = $1 AND line = $2', [walletId, line])
  return rows.length > 0
}

export async function keepPassedQuiz(tx: Tx, walletId: WalletId, line: LineId, at: Date): Promise<void> {
  await tx.query('INSERT INTO wallet_quiz (wallet_id, line, passed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    walletId,
    line,
    at,
  ])
}

/**
 * What stands before a purchase of a line: whether it is sold now, where its buyer lives, and whether they know what they buy.
 * @throws invest.line_closed, identity.region_needed, identity.region_off, invest.conditions_not_met
 */
export async function expectGates(sql: Sql, walletId: WalletId, line: LineId, now: Date): Promise<void> {
  refuseClosedLine(await readSetting(sql, lineOpenings), line, now)
  await expectRegion(sql, walletId, 'earn')
  if (!(await hasPassedQuiz(sql, walletId, line))) fail('invest.conditions_not_met')
}

/** The same as its buyer sees it, before anything is asked. */
export async function loadGates(sql: Sql, walletId: WalletId, line: LineId) {
  const { region, state } = await regionalState(sql, walletId, 'earn')
  return { region, offered: state, quizPassed: await hasPassedQuiz(sql, walletId, line) }
}
