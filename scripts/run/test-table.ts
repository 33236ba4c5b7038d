import type { Counts, Kind } from './count.ts'

/** What each kind of test asks, for README.md. */
const questions: Record<Kind, string> = {
  unit: 'Is the rule right?',
  screen: 'Does a component look and speak right?',
  simulation: 'Do the books hold, whatever happens?',
  store: 'Does the SQL do it, with two at once?',
  api: 'Does a call answer, refuse and guard?',
  e2e: 'Can a person do it, in Chromium on the real product?',
}

/** Counts of one run: of every kind, and of those run again on PostgreSQL. */
export type RunCounts = {
  readonly first: Partial<Record<Kind, Counts>>
  readonly onPostgres: Partial<Record<Kind, Counts>>
}

/** The table of README.md: how many tests of each kind there are. */
export function testTable({ first, onPostgres }: RunCounts): string {
  const rows = (Object.keys(questions) as Kind[]).flatMap((kind) => {
    const { passed = 0, failed = 0 } = first[kind] ?? {}
    if (passed + failed === 0) return []
    const again = onPostgres[kind]
    const note = again ? `, ${again.passed + again.failed} of them again on PostgreSQL 18` : ''
    return [`| ${kind} | ${passed + failed}${note} | ${questions[kind]} |`]
  })
  return ['| Kind | Tests | Question |', '|---|---|---|', ...rows].join('\n')
}
