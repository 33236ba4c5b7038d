import { expect, it } from 'vitest'
import { testsReached } from './reach.ts'

const [ledger, amounts] = ['ledger/posting/ledger.store.test.ts', 'kit/amount/amount.test.ts'] as const
const reached = (...changed: readonly string[]) => testsReached([ledger, amounts], changed)

it('finds the tests that import what changed, through whatever lies between, and those of the schema', () => {
  expect(reached('kit/amount/amount.ts')).toEqual([ledger, amounts])
  expect(reached('ledger/posting/batcher.server.ts')).toEqual([ledger])
  expect(reached('ledger/schema/1-accounts.sql')).toEqual([ledger])
  expect(reached(amounts)).toEqual([amounts])
  expect(reached('README.md', 'web/routes.ts')).toEqual([])
})

it('follows a process that a test starts by its path', () => {
  const [kill] = ['ledger/test/kill.node.test.ts']
  expect(testsReached([kill], ['ledger/test/test-kill-process.ts'])).toEqual([kill])
})
