import { parse } from '@messageformat/parser'
import { type CatalogueText, readCatalogue } from '#kit/text/catalogue.server.ts'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { names, sharedWords } from '#locales/same-as-english.ts'

type Tokens = ReturnType<typeof parse>

function* everyToken(tokens: Tokens): Iterable<Tokens[number]> {
  for (const token of tokens) {
    yield token
    if ('cases' in token) for (const branch of token.cases) yield* everyToken(branch.tokens as Tokens)
  }
}

export function placeholders(text: string): string[] {
  const names = new Set<string>()
  for (const token of everyToken(parse(text))) if ('arg' in token) names.add(token.arg)
  return [...names].sort()
}

const tagsOf = (text: string): string[] => [...new Set(text.match(/<\/?\w+\/?>/g))].sort()

const formsOf = new Map<string, readonly string[]>(
  languages.map(({ tag }) => [tag, new Intl.PluralRules(tag).resolvedOptions().pluralCategories]),
)

function pluralFaults(text: string, tag: string): string[] {
  const forms = formsOf.get(tag) ?? []
  return [...everyToken(parse(text))].flatMap((token) => {
    if (token.type !== 'plural') return []
    const given = token.cases.map(({ key }) => key).filter((key) => !key.startsWith('='))
    const missing = forms.filter((form) => !given.includes(form)).map((form) => `lacks the plural '${form}'`)
    return [...missing, ...given.filter((key) => !forms.includes(key)).map((key) => `has no plural '${key}'`)]
  })
}

export function translationFaults(tag: LanguageTag, english: CatalogueText, translated: CatalogueText): string[] {
  const { id, text } = english
  if (!translated.text) return [`is not translated ("${text}")`]
  const faults: string[] = []
  const [asked, given] = [placeholders(text), placeholders(translated.text)]
  if (given.join() !== asked.join()) faults.push(`must use {${asked.join('}, {')}}`)
  if (tagsOf(translated.text).join() !== tagsOf(text).join())
    faults.push(`must be marked up with ${tagsOf(text).join(' ')}`)
  if (translated.isBegun) return [...faults, 'is still to be translated']
  const isSame = translated.text === text && /\p{L}{2}/u.test(text.replace(/\{[^}]*\}/g, ''))
  const isShared = sharedWords[id]?.includes(tag) === true
  if (isSame && !isShared && !names.has(id))
    faults.push('reads as in English; if it must, say so in locales/same-as-english.ts')
  if (!isSame && isShared) faults.push('does not read as in English: locales/same-as-english.ts says that it does')
  return [...faults, ...pluralFaults(translated.text, tag), ...originFaults(english, translated)]
}

/** Each change of an English text requires a new or reviewed translation. */
function originFaults({ id, text }: CatalogueText, { madeFrom }: CatalogueText): string[] {
  if (!madeFrom) return ["does not say which English text it was made from, run 'npm run texts'"]
  if (madeFrom === text) return []
  return [
    `was made from "${madeFrom}", and English says "${text}": translate it again, then 'npm run texts -- --read ${id}'`,
  ]
}

function entryFaults(source: string): string[] {
  const read = new Set<string>()
  const twice: string[] = []
  for (const { id } of readCatalogue(source))
    if (read.has(id)) twice.push(id)
    else read.add(id)
  const lost = [...source.matchAll(/^msgid "(.+)"$/gm)].map(([, id = '']) => id).filter((id) => !read.has(id))
  return [
    ...twice.map((id) => `'${id}' stands twice`),
    ...lost.map((id) => `'${id}' does not stand with its text on one line each`),
  ]
}

export const englishFaults = (source: string): string[] =>
  [
    ...entryFaults(source),
    ...readCatalogue(source).flatMap(({ id, text, area }) => [
      ...(text ? [] : [`'${id}' has no text`]),
      ...(/^[a-z-]+$/.test(area) ? [] : [`'${id}' needs the part of the build it belongs to above it: '#: wallet'`]),
    ]),
  ].map((fault) => `locales/en.po: ${fault}`)

export function catalogueFaults(tag: LanguageTag, english: readonly CatalogueText[], source: string): string[] {
  const translated = new Map(readCatalogue(source).map((each) => [each.id, each]))
  const known = new Set(english.map(({ id }) => id))
  const faults = english.flatMap((each) =>
    translationFaults(tag, each, translated.get(each.id) ?? { ...each, text: '' }).map(
      (fault) => `'${each.id}' ${fault}`,
    ),
  )
  const others = [...translated.keys()].filter((id) => !known.has(id)).map((id) => `'${id}' is not in English`)
  return [...entryFaults(source), ...faults, ...others]
}

export function keysModule(english: readonly CatalogueText[]): string {
  const rows = english
    .map(({ id, text }) => ({ id, names: placeholders(text) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(
      ({ id, names }) => `  '${id}': {${names.map((name) => ` ${name}: string`).join(';')}${names.length ? ' ' : ''}}`,
    )
  const areas = [...new Set(english.map(({ area }) => area))].sort().map((area) => `  | '${area}'`)
  return `// Written by scripts/texts.ts from the English catalogue: every text with the values it asks for.
export type Texts = {
${rows.join('\n')}
}

/** Texts that are loaded together: what stands above each in locales/en.po. */
export type Area =
${areas.join('\n')}
`
}
