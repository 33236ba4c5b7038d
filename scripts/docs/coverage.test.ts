import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coverageProblems, coverageTable } from './coverage.ts'

const at = (path: string) => new URL(`../../${path}`, import.meta.url)
const readFile = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined)
const page = readFile('docs/coverage.md') ?? ''

it('counts what became of every item of the specification', () => {
  expect(coverageProblems(page, readFile)).toEqual([])
  expect(coverageTable(page)).toMatch(/\n\| 1 .* \| 57 \| /)
  expect(coverageTable(page)).toMatch(/\| all \| 776 \| \d+ \| \d+ \| \d+ \| \d+ \|\n$/)
})

it('names an item that is gone, a status nobody knows, a difference without a decision, a gap without words', () => {
  const [row = ''] = /^\| DONE \| withdraw \|.*\n/m.exec(page) ?? []
  expect(coverageProblems(page.replace(row, ''), readFile)).toEqual(['docs/coverage.md: has 775 items, not 776'])
  const said = (to: string) => coverageProblems(page.replace(row, `${to}\n`), readFile).join('\n')
  expect(said('| FINE | withdraw | `a/b.ts` |  |')).toContain("'withdraw' has the status 'FINE'")
  expect(said('| DONE | withdraw |  |  |')).toContain("'withdraw' names no file")
  expect(said('| DIFFERENT | withdraw | `a/b.ts` | so |')).toContain("'withdraw' names no decision")
  expect(said('| MISSING | withdraw | `a/b.ts` |  |')).toContain("'withdraw' does not say what is missing")
})

it('names a file that is not there, and a word that the named file does not hold', () => {
  const own = (row: string) =>
    coverageProblems(`## 1 All\n\n${row}\n`, readFile).filter((problem) => !problem.includes('items, not'))
  expect(own('| DONE | withdraw | `a/b.ts` |  |')).toEqual([
    "docs/coverage.md: 'withdraw' names a/b.ts, which is not there",
  ])
  expect(own('| DONE | withdraw | `kit/time/bars.ts` | `mining`, `app.bar` |')).toEqual([
    "docs/coverage.md: 'withdraw' names `app.bar`, which its files do not hold",
  ])
  expect(own('| DONE | payload name nobody_knows | `docs/generated/calls.md` |  |')).toEqual([
    "docs/coverage.md: 'payload name nobody_knows': docs/generated/calls.md does not say nobody_knows",
  ])
  expect(own('| DONE | route pages/never/written | `web/routes.ts` |  |')).toHaveLength(1)
  expect(own('| DONE | asset code 999 | `docs/generated/record-types.md` |  |')).toHaveLength(1)
})
