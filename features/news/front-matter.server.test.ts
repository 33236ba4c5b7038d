import { describe, expect, it } from 'vitest'
import { splitFile } from './front-matter.server.ts'

const file = (...lines: string[]) => ['---', ...lines, '---', 'The text.'].join('\n')
const entries = ['language: en', 'kind: news', 'slug: a-b2', 'title: "Two: words"', 'date: 2026-11-22']

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

  const problemsOf = (...lines: string[]) => splitFile(file(...lines)).problems
  const withEntry = (entry: string) => [...entries.filter((line) => line.split(':')[0] !== entry.split(':')[0]), entry]

  it('begin and end with a line of ---, and a file without either has them nowhere', () => {
    const none = [{ line: 1, says: 'begins with no entries between two lines of ---' }]
    expect(splitFile(['A text.', '---', ...entries, '---', 'more'].join('\n')).problems).toEqual(none)
    expect(splitFile(['---', ...entries].join('\n')).problems).toEqual(none)
    // An empty header.
    expect(splitFile('---\n---\nThe text.').problems).toEqual([{ line: 1, says: 'says no language' }])
  })

  it('keep to their lengths', () => {
    expect(problemsOf(...withEntry(`slug: ${'a'.repeat(60)}`))).toEqual([])
    expect(problemsOf(...withEntry(`slug: ${'a'.repeat(61)}`))).toMatchObject([{ line: 6 }])
    expect(problemsOf(...withEntry(`title: ${'x'.repeat(120)}`))).toEqual([])
    expect(problemsOf(...withEntry(`title: ${'x'.repeat(121)}`))).toEqual([
      { line: 6, says: 'title takes at most 120 characters' },
    ])
  })

  it('are YAML, whose faults are named with their lines', () => {
    expect(problemsOf(...withEntry('title: Two: words'))).toMatchObject([{ line: 6 }])
    expect(problemsOf(...entries, 'slug: c')).toMatchObject([{ line: 7, says: 'says slug twice' }])
    expect(problemsOf(...withEntry('title: [a, b]'))).toEqual([{ line: 6, says: 'title takes at most 120 characters' }])
    expect(splitFile(file(...withEntry('title: 2026 # a comment'))).front?.title).toBe('2026')
    expect(problemsOf('- language')).toEqual([{ line: 1, says: 'says no language' }])
    expect(problemsOf(...withEntry('date:'))).toMatchObject([{ line: 6 }])
  })

  it('name a kind there is, and a link for ecology alone', () => {
    const link = 'link: https://example.test'
    expect(problemsOf(...withEntry('kind: story'))).toEqual([
      { line: 6, says: 'kind takes one of news, article, ecology' },
    ])
    expect(splitFile(file(...withEntry('kind: ecology'), link)).front).toMatchObject({
      kind: 'ecology',
      link: 'https://example.test',
    })
    const onlyEcology = [{ line: 1, says: 'only ecology has a link, and always one' }]
    expect(problemsOf(...withEntry('kind: ecology'))).toEqual(onlyEcology)
    expect(problemsOf(...entries, link)).toEqual(onlyEcology)
    expect(problemsOf(...withEntry('kind: ecology'), 'link: nowhere')).toEqual([
      { line: 7, says: 'link takes an address that begins with https://' },
    ])
    expect(problemsOf(...entries, link, 'colour: red')).toMatchObject([{ line: 8 }])
  })
})
