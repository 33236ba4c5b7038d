import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { partitionAt, type RotatingPartitions } from '#kit/store/partitions.ts'
import { minuteMs } from '#kit/time/clock.ts'
import { type GivenSolution, madeAtOf, type Puzzle, type PuzzleCaller, readSolution } from './captcha.server.ts'
import { puzzleAttempts } from './captcha.ts'

/** Keeps rows longer than a captcha and its solution stay valid. */
export const captchaRing: RotatingPartitions = { table: 'captcha_attempt', widthMs: 10 * minuteMs, partitions: 4 }

const partOf = (madeAt: Date): number => partitionAt(captchaRing, madeAt)

/** Counts the attempt before the comparison, permanently. @throws captcha.check_invalid if solved already or out of attempts */
export async function takePuzzleAttempt(sql: Sql, { key, madeAt }: Puzzle): Promise<void> {
  const rows = await sql.query(
    `INSERT INTO captcha_attempt AS kept (part, key, attempts) VALUES ($1, $2, 1)
     ON CONFLICT (part, key) DO UPDATE SET attempts = kept.attempts + 1 WHERE kept.solved_at IS NULL AND kept.attempts < $3
     RETURNING attempts`,
    [partOf(madeAt), key, puzzleAttempts],
  )
  if (rows.length === 0) fail('captcha.check_invalid')
}

/** @throws captcha.check_invalid if another attempt came first */
export async function keepSolved(sql: Sql, { key, madeAt }: Puzzle, wall: Date): Promise<void> {
  const rows = await sql.query(
    'UPDATE captcha_attempt SET solved_at = $3 WHERE part = $1 AND key = $2 AND solved_at IS NULL RETURNING key',
    [partOf(madeAt), key, wall],
  )
  if (rows.length === 0) fail('captcha.check_invalid')
}

/**
 * Consumes the solution in the transaction it authorizes, so a rollback restores it. @throws captcha.sign_wrong, captcha.sign_expired,
 * captcha.check_invalid if used before
 */
export async function spendSolution(sql: Sql, caller: PuzzleCaller, given: GivenSolution): Promise<void> {
  readSolution(caller, given)
  const rows = await sql.query(
    `UPDATE captcha_attempt SET used_at = $3 WHERE part = $1 AND key = $2 AND solved_at IS NOT NULL AND used_at IS NULL
     RETURNING key`,
    [partOf(madeAtOf(given.checkKey)), given.checkKey, caller.wall],
  )
  if (rows.length === 0) fail('captcha.check_invalid')
}
