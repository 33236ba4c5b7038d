import { expect, it } from 'vitest'
import { dataProblems } from './data.ts'

const schema = 'CREATE TABLE wallet (\n  id text\n);\n\nCREATE TABLE books.entry (\n  id text\n);\n'
const page = (...rows: string[]) => ['table,grade,kept', ...rows, ''].join('\n')
const wallet = 'wallet,secret,for good'

it('takes a grade for each table', () => {
  expect(dataProblems(page('books.entry,"public, must not change",for good', wallet), schema)).toEqual([])
})

it('refuses a table without a grade, an unknown one, and a row for nothing', () => {
  const problems = (...rows: string[]) => dataProblems(page(...rows), schema).join('\n')
  expect(problems(wallet)).toContain('does not grade books.entry')
  expect(problems(wallet, 'books.entry,dear,for good')).toContain('books.entry has no grade there is')
  expect(problems(wallet, 'books.entry,secret,for good', 'gone,secret,a day')).toContain('grades gone')
  expect(problems(wallet, wallet, 'books.entry,secret,for good')).toContain('twice')
})
