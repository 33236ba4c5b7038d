import { expect, it } from 'vitest'
import { filesOf, kindOfTest, testKinds } from './test-kinds.ts'

it('a test is of the first kind whose ending it has', () => {
  expect(
    ['a.test.ts', 'a.store.test.ts', 'a.db.test.ts', 'a.node.test.ts', 'a.sim.test.tsx', 'a.test.tsx', 'a.spec.ts'].map(
      (path) => kindOfTest(path)?.name,
    ),
  ).toEqual(['rules', 'db', 'db', 'node', 'sim', 'screens', 'journeys'])
  expect(kindOfTest('a.ts')).toBeUndefined()
})

it('each project leaves out what is of a kind before it', () => {
  const [rules] = testKinds.filter(({ name }) => name === 'rules')
  expect(rules && filesOf(rules)).toEqual({
    include: ['**/*.test.ts'],
    exclude: expect.arrayContaining(['**/*.sim.test.ts', '**/*.node.test.ts', '**/*.api.test.ts']),
  })
})
