import { expect, it } from 'vitest'
import { testsReached } from './reach.ts'

const [ledger, amounts] = ['ledger/ledger.store.test.ts', 'kit/amount.test.ts'] as const
const reached = (...changed: readonly string[]) => testsReached([ledger, amounts], changed)

it('finds the tests that import what changed, through whatever lies between, and those of the schema', () => {
  expect(reached('kit/amount.ts')).toEqual([ledger, amounts])
  expect(reached('ledger/batcher.server.ts')).toEqual([ledger])
  expect(reached('ledger/schema/1-accounts.sql')).toEqual([ledger])
  expect(reached(amounts)).toEqual([amounts])
  expect(reached('README.md', 'web/routes.ts')).toEqual([])
})

it('follows a process that a test starts by its path', () => {
  const [kill] = ['ledger/kill.node.test.ts']
  expect(testsReached([kill], ['ledger/test-kill-process.ts'])).toEqual([kill])
})
