import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coverageProblems, coverageTable } from './coverage.ts'

const page = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8')

it('counts what became of every item of the specification', () => {
  expect(coverageProblems(page)).toEqual([])
  expect(coverageTable(page)).toMatch(/\n\| 1 .* \| 57 \| /)
  expect(coverageTable(page)).toMatch(/\| all \| 773 \| \d+ \| \d+ \| \d+ \| \d+ \|\n$/)
})

it('names an item that is gone, a status nobody knows, a difference without a decision, a gap without words', () => {
  const [row = ''] = /^\| DONE \| withdraw \|.*\n/m.exec(page) ?? []
  expect(coverageProblems(page.replace(row, ''))).toEqual(['docs/coverage.md: has 772 items, not 773'])
  const said = (to: string) => coverageProblems(page.replace(row, `${to}\n`)).join('\n')
  expect(said('| FINE | withdraw | `a/b.ts` |  |')).toContain("'withdraw' has the status 'FINE'")
  expect(said('| DONE | withdraw |  |  |')).toContain("'withdraw' names no file")
  expect(said('| DIFFERENT | withdraw | `a/b.ts` | so |')).toContain("'withdraw' names no decision")
  expect(said('| MISSING | withdraw | `a/b.ts` |  |')).toContain("'withdraw' does not say what is missing")
})
