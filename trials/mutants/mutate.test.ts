import { expect, it } from 'vitest'
import { mutantsOf, mutated } from './mutate.ts'

const all = (text: string) => mutantsOf('kit/a.ts', text).map((mutant) => mutated(text, mutant))

it('confuses operators, turns conditions round, and moves numbers', () => {
  expect(all('const a = (b: bigint) => b < 5n')).toEqual([
    'const a = (b: bigint) => b <= 5n',
    'const a = (b: bigint) => b < 6n',
  ])
  expect(all('if (a) fail(b)')).toEqual(['if (!(a)) fail(b)', 'if (a) '])
  expect(all("divide(a, b, 'up')")).toEqual(["divide(a, b, 'down')"])
})

it('confuses words of SQL in templates', () => {
  expect(all('sql.query(`SELECT a FROM b WHERE c AND d ORDER BY e DESC`)')).toEqual([
    'sql.query(`SELECT a FROM b WHERE c OR d ORDER BY e DESC`)',
    'sql.query(`SELECT a FROM b WHERE c AND d ORDER BY e`)',
  ])
})

it('leaves types and imports alone', () => {
  expect(all("import { a } from './b.ts'\ntype C = { d: 5 }\nexport const e = a as unknown as C")).toEqual([])
})
