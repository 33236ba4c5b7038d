import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './command.ts'
import { countTests, kindOf, total } from './count.ts'
import { putBetween } from './marked.ts'
import { testTable } from './test-table.ts'

it('tells the kind of a test by the name of its file', () => {
  expect(kindOf('kit/amount.test.ts')).toBe('unit')
  expect(kindOf('features/a/a.store.test.ts')).toBe('store')
  expect(kindOf('features/a/a.job.test.ts')).toBe('store')
  expect(kindOf('features/a/a.server.test.ts')).toBe('store')
  expect(kindOf('features/a/a.api.test.ts')).toBe('api')
  expect(kindOf('ledger/ledger.sim.test.ts')).toBe('simulation')
  expect(kindOf('ledger/simulation.store.test.ts')).toBe('simulation')
  expect(kindOf('ui/Button.test.tsx')).toBe('screen')
  expect(kindOf('e2e/journey.spec.ts')).toBe('e2e')
})

it('counts a skipped test and a file that does not load as failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'count-'))
  const path = join(folder, 'report.json')
  const file = (name: string, status: string, ...tests: string[]) => ({
    name: join(root, name),
    status,
    assertionResults: tests.map((each) => ({ status: each })),
  })
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [
        file('a.test.ts', 'passed', 'passed', 'passed', 'skipped'),
        file('b.test.ts', 'failed', 'passed', 'failed'),
        file('c.store.test.ts', 'failed'),
      ],
    }),
  )
  const counts = countTests(path)
  rmSync(folder, { recursive: true })
  expect(counts).toEqual({ unit: { passed: 3, failed: 2 }, store: { passed: 0, failed: 1 } })
  expect(total(counts)).toEqual({ passed: 3, failed: 3 })
  expect(testTable({ first: counts, onPostgres: { store: { passed: 1, failed: 0 } } })).toContain(
    '| store | 1, 1 of them again on PostgreSQL 18 |',
  )
})

it('writes between markers, and says which marker is missing', () => {
  const text = 'before\n<!-- a -->\nold\n<!-- /a -->\nafter'
  expect(putBetween(text, 'a', 'new')).toBe('before\n<!-- a -->\nnew\n<!-- /a -->\nafter')
  expect(() => putBetween(text, 'b', 'new')).toThrow("no '<!-- b --> … <!-- /b -->' to write between")
})
