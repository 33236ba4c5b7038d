import { fail } from '#kit/failure.ts'
import { setting } from '#kit/store/settings.ts'
import { alwaysOpen, type Opening, openingAt, openingsSchema } from '#kit/time/opening.ts'
import type { LineId } from '#ledger/posting/lines.ts'

/** Per product line; affects sales only. Running orders continue and can be exited as before. */
export const lineOpenings = setting({
  name: 'invest.openings',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about: 'Switch and daily window (UTC) of buying and reserving, by line: {"dual": {"open": false, …}}',
  initial: {} as Readonly<Record<string, Opening>>,
  schema: openingsSchema,
})

/** @throws invest.line_closed */
export function refuseClosedLine(openings: Readonly<Record<string, Opening>>, line: LineId, now: Date): void {
  const opening = openings[line] ?? alwaysOpen
  if (openingAt(opening, now) === 'open') return
  fail('invest.line_closed', { until: opening.until ?? '—', reason: opening.reason ?? '—' })
}
