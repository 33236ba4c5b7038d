import { expect, it } from 'vitest'
import { testsWithTurn } from './shares.ts'

const tests = ['trials/worlds.sim.test.ts', 'trials/races.sim.test.ts', 'kit/amount/amount.test.ts']

it('gives a turn to the tests a change reaches, and to no test that is always the same', () => {
  expect(testsWithTurn(tests, ['trials/test-worlds.ts'], 'b')).toContain('trials/worlds.sim.test.ts')
  expect(testsWithTurn(tests, ['kit/amount/amount.ts'], 'b')).toEqual(tests.slice(0, 2))
})

it('gives a turn to the journeys that look at every screen when something changed that screens show', () => {
  const looks = ['e2e/screen/layouts.spec.ts']
  for (const path of ['web/screens/WalletScreen.tsx', 'features/balances/balances.contract.ts', 'locales/de.po'])
    expect([path, testsWithTurn(looks, [path], 'b')]).toEqual([path, looks])
  expect(testsWithTurn(looks, ['trials/bench/ledger.ts'], 'b')).toEqual([])
})

it('gives each test a turn now and then, chosen by the commit alone', () => {
  const chosen = Array.from({ length: 64 }, (_, place) => testsWithTurn(tests, [], `commit ${place}`))
  for (const test of tests.slice(0, 2)) {
    const turns = chosen.filter((each) => each.includes(test)).length
    expect([test, turns > 0 && turns < 32]).toEqual([test, true])
  }
  expect(testsWithTurn(tests, [], 'commit 7')).toEqual(chosen[7])
})
