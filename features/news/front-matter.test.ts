import { describe, expect, it } from 'vitest'
import { splitFile } from './front-matter.ts'

const file = (...lines: string[]) => ['---', ...lines, '---', 'The text.'].join('\n')
const entries = ['language: en', 'kind: news', 'slug: a-b2', 'title: Two: words', 'date: 2026-11-22']

describe('the entries of a file', () => {
  it('stand between two lines, in any order, and the text keeps its line numbers', () => {
    const { front, body, problems } = splitFile(file(...entries.toReversed(), ''))
    expect(problems).toEqual([])
    expect(front).toMatchObject({
      language: 'en',
      slug: 'a-b2',
      title: 'Two: words',
      date: '2026-11-22',
      link: undefined,
    })
    expect(body.split('\n').indexOf('The text.')).toBe(8)
  })

  it('may begin with a mark of the encoding and end lines as Windows does', () => {
    expect(splitFile(`\ufeff${file(...entries).replaceAll('\n', '\r\n')}`).front?.slug).toBe('a-b2')
  })

  it('give no article while one is wrong, and the line of each is named', () => {
    const { front, problems } = splitFile(file('language: xx', 'kind: news', 'slug: A', 'title: x', 'date: today'))
    expect(front).toBeUndefined()
    expect(problems.map(({ line }) => line)).toEqual([2, 4, 6])
    expect(splitFile('no entries').problems).toHaveLength(1)
    expect(splitFile('---\nlanguage: en\nnever closed').problems).toHaveLength(1)
    expect(splitFile(file()).problems.map(({ says }) => says)).toContain('says no language')
  })
})
