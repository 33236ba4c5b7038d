import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { readWebAddress } from '#kit/web-address.ts'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { type ArticleKind, articleKinds } from './article-kinds.ts'

export type FrontMatter = {
  readonly language: LanguageTag
  readonly kind: ArticleKind
  readonly slug: string
  readonly title: string
  /** Published at 00:00 UTC of this day. */
  readonly date: string
  /** Website of an ecology entry. */
  readonly link: string | undefined
}
/** A sentence for the author. */
export type Problem = { readonly line: number; readonly says: string }

const titleMax = 120
const names = ['language', 'kind', 'slug', 'title', 'date', 'link'] as const
type Name = (typeof names)[number]

const rules: Readonly<Record<Name, { is(value: string): boolean; takes: string }>> = {
  language: {
    is: (value) => languages.some(({ tag }) => tag === value),
    takes: `one of ${languages.map(({ tag }) => tag).join(', ')}`,
  },
  kind: { is: (value) => articleKinds.some((kind) => kind === value), takes: `one of ${articleKinds.join(', ')}` },
  slug: {
    is: (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 60,
    takes: 'small letters, digits and single hyphens, at most 60',
  },
  title: { is: (value) => value.length <= titleMax, takes: `at most ${titleMax} characters` },
  date: { is: isDay, takes: 'a day like 2026-11-22' },
  link: { is: (value) => readWebAddress(value) !== undefined, takes: 'an address that begins with https://' },
}

function isDay(value: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00.000Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

type Split = {
  readonly front: FrontMatter | undefined
  /** Empty lines replace the header, so line numbers stay the same. */
  readonly body: string
  readonly problems: readonly Problem[]
}

/** Entries are YAML between two lines of `---`. */
export function splitFile(text: string): Split {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const end = lines.indexOf('---', 1)
  if (lines[0] !== '---' || end < 0)
    return {
      front: undefined,
      body: '',
      problems: [{ line: 1, says: 'begins with no entries between two lines of ---' }],
    }
  const body = [...Array.from({ length: end + 1 }, () => ''), ...lines.slice(end + 1)].join('\n')
  const { values, problems } = readEntries(lines.slice(1, end).join('\n'))
  for (const name of names)
    if (name !== 'link' && values[name] === undefined && problems.length === 0)
      problems.push({ line: 1, says: `says no ${name}` })
  if (problems.length === 0 && (values.kind === 'ecology') !== (values.link !== undefined))
    problems.push({ line: 1, says: 'only ecology has a link, and always one' })
  return { front: problems.length === 0 ? ({ link: undefined, ...values } as FrontMatter) : undefined, body, problems }
}

function readEntries(yaml: string): { values: Partial<Record<Name, string>>; problems: Problem[] } {
  const lineCounter = new LineCounter()
  const { contents, errors } = parseDocument(yaml, {
    schema: 'failsafe',
    uniqueKeys: false,
    lineCounter,
    prettyErrors: false,
  })
  const lineAt = (offset = 0) => lineCounter.linePos(offset).line + 1
  const problems = errors.map(({ pos, message }): Problem => ({ line: lineAt(pos[0]), says: message }))
  const values: Partial<Record<Name, string>> = {}
  for (const { key, value } of isMap(contents) && errors.length === 0 ? contents.items : []) {
    const name = names.find((each) => isScalar(key) && each === key.value)
    const given = isScalar(value) ? `${value.value}` : ''
    const says = (words: string) => problems.push({ line: lineAt(isScalar(key) ? key.range?.[0] : 0), says: words })
    if (name && values[name] !== undefined) says(`says ${name} twice`)
    else if (!name) says(`is not one of ${names.join(', ')}`)
    else if (given === '' || !rules[name].is(given)) says(`${name} takes ${rules[name].takes}`)
    else values[name] = given
  }
  return { values, problems }
}
