import { describe, expect, it } from 'vitest'
import { brokenOnes, type Kind, kindNames, kinds, patchOf } from './kinds.ts'
import { type Copy, readPatch, type Step, stepsOf, tryOut } from './try-out.ts'

const patch = (...files: readonly string[]) =>
  ['Adds a thing.', 'Run: npm run texts -- --begin', '', ...files.map((file) => `diff --git a/${file} b/${file}`)].join(
    '\n',
  )
const kind: Kind = { files: 1, tests: ['kit/amount/amount.test.ts'] }

function copyThat(refuses = '') {
  const done: string[] = []
  const copy: Copy = {
    restore: () => void done.push('restored'),
    apply: () => void done.push('applied'),
    run: async ({ name }) => {
      done.push(name)
      return { ok: name !== refuses, output: `what ${name} said` }
    },
  }
  return { copy, done }
}
const namesOf = (steps: readonly Step[]) => steps.map(({ name }) => name)

describe('an example', () => {
  const steps = ['texts --begin', 'docs --code', 'types of server', 'types of web', 'tidy', 'tests']

  it('is held to its texts, what is generated, both programs, the company rules and the tests of its kind', async () => {
    const { copy, done } = copyThat()
    expect(await tryOut(copy, patch('kit/a.ts'), kind)).toEqual({ code: 1 })
    expect(done).toEqual(['restored', 'applied', ...steps])
    expect(stepsOf('', kind)[0]?.args).toEqual(['scripts/texts.ts'])
    expect(stepsOf('', kind).at(-1)?.args).toContain('kit/amount/amount.test.ts')
  })

  it.each(steps)('is refused by a fault that %s finds, and goes no further', async (step) => {
    const { copy, done } = copyThat(step)
    expect(await tryOut(copy, patch('kit/a.ts'), kind)).toEqual({ refusedBy: step, problem: `what ${step} said` })
    expect(done.at(-1)).toBe(step)
  })

  it('is refused where it does not apply', async () => {
    const { copy, done } = copyThat()
    const apply = () => {
      throw new Error('no such lines')
    }
    const answer = await tryOut({ ...copy, apply }, patch('kit/a.ts'), kind)
    expect(answer).toEqual({ refusedBy: 'applying', problem: 'no such lines' })
    expect(done).toEqual(['restored'])
  })

  it('touches no more code files than it says; texts and what is generated do not count', async () => {
    const texts = ['locales/en.po', 'web/areas.ts', 'docs/products.md', 'ledger/schema/3-movements.rules.sql']
    expect(readPatch(patch('kit/a.ts', ...texts)).code).toEqual(['kit/a.ts'])
    const { copy, done } = copyThat()
    expect(await tryOut(copy, patch('kit/a.ts', 'kit/b.ts'), kind)).toEqual({
      refusedBy: 'counting',
      problem: 'touches 2 code files, 1 at most: kit/a.ts, kit/b.ts',
    })
    expect(done).toEqual([])
  })
})

it('there is a fault for every step but writing, made where the patch says so', () => {
  const steps = new Set(kindNames.flatMap((name) => namesOf(stepsOf(patchOf(name), kinds[name]))))
  for (const made of ['texts --begin', 'docs --code']) steps.delete(made)
  expect(new Set(brokenOnes.map(({ refusedBy }) => refusedBy))).toEqual(steps)
  for (const { kind: name, change } of brokenOnes) expect(patchOf(name)).toContain(change[0])
})
