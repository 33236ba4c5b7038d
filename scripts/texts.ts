/**
 * Reads every catalogue, checks that all languages say everything the English one says, in words, forms of numbers and marks of their own, and writes locales/keys.ts.
 * Run: npm run texts (writes) · npm run texts -- --check (only checks) · npm run texts -- --begin (gives every language of
 * locales/registry.ts what it lacks, in English and marked, for whoever translates it).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from '@messageformat/parser'
import PO from 'pofile'
import { languages } from '#locales/registry.ts'
import { names, sharedWords } from '#locales/same-as-english.ts'

const root = new URL('../locales/', import.meta.url)
const areas = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const problems: string[] = []
if (process.argv.includes('--begin'))
  for (const { tag } of languages) if (tag !== 'en') for (const { name } of areas) beginTexts(name, tag)

/** Gives a language what it lacks of an area, in English and marked, as PO does it, until somebody has put it into words of the language. */
function beginTexts(area: string, tag: string): void {
  const path = new URL(`${area}/${tag}.po`, root)
  const english = PO.parse(readFileSync(new URL(`${area}/en.po`, root), 'utf8'))
  const head = `msgid ""\nmsgstr ""\n"Language: ${tag}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`
  const source = existsSync(path) ? readFileSync(path, 'utf8') : head
  const known = new Set(PO.parse(source).items.map(({ msgid }) => msgid))
  const missing = english.items.filter(({ msgid }) => !known.has(msgid))
  if (missing.length > 0) writeFileSync(path, `${source}${missing.map((item) => `\n#, fuzzy\n${item}\n`).join('')}`)
}

/** What was begun in English and is to be translated: only the check refuses it. */
const begunOnly = new Set<string>()

type Tokens = ReturnType<typeof parse>

/** The names a message asks values for, sorted. */
function placeholders(text: string): string[] {
  const names = new Set<string>()
  for (const token of everyToken(parse(text))) if ('arg' in token) names.add(token.arg)
  return [...names].sort()
}

/** The tags a message is marked up with, sorted. */
const tagsOf = (text: string): string[] => [...new Set(text.match(/<\/?\w+\/?>/g))].sort()

function* everyToken(tokens: Tokens): Iterable<Tokens[number]> {
  for (const token of tokens) {
    yield token
    if ('cases' in token) for (const branch of token.cases) yield* everyToken(branch.tokens as Tokens)
  }
}

/** The forms of a number that each language tells apart. */
const formsOf = new Map<string, readonly string[]>(
  languages.map(({ tag }) => [tag, new Intl.PluralRules(tag).resolvedOptions().pluralCategories]),
)

/** Forms of a number that a language tells apart and a message does not, or the other way round. */
function pluralFaults(text: string, tag: string): string[] {
  const forms = formsOf.get(tag) ?? []
  return [...everyToken(parse(text))].flatMap((token) => {
    if (token.type !== 'plural') return []
    const given = token.cases.map(({ key }) => key).filter((key) => !key.startsWith('='))
    const missing = forms.filter((form) => !given.includes(form)).map((form) => `lacks the plural '${form}'`)
    return [...missing, ...given.filter((key) => !forms.includes(key)).map((key) => `has no plural '${key}'`)]
  })
}

function readCatalogue(area: string, tag: string): Map<string, string> {
  const path = `${area}/${tag}.po`
  let source = ''
  try {
    source = readFileSync(new URL(path, root), 'utf8')
  } catch {
    problems.push(`locales/${path}: is missing`)
    return new Map()
  }
  const texts = new Map<string, string>()
  for (const item of PO.parse(source).items) {
    if (texts.has(item.msgid)) problems.push(`locales/${path}: '${item.msgid}' stands twice`)
    texts.set(item.msgid, item.msgstr[0] ?? '')
    if (item.flags.fuzzy) begunOnly.add(`${area} ${tag} ${item.msgid}`)
  }
  return texts
}

const english = new Map<string, string[]>()
for (const { name: area } of areas) {
  const source = readCatalogue(area, 'en')
  for (const [id, text] of source) {
    if (english.has(id)) problems.push(`locales/${area}/en.po: '${id}' stands in another area too`)
    if (!text) problems.push(`locales/${area}/en.po: '${id}' has no text`)
    english.set(id, placeholders(text))
  }
  for (const { tag } of languages.filter((language) => language.tag !== 'en')) {
    const texts = readCatalogue(area, tag)
    for (const [id, text] of source) {
      const translated = texts.get(id)
      if (!translated) problems.push(`locales/${area}/${tag}.po: '${id}' is not translated ("${text}")`)
      else if (placeholders(translated).join() !== placeholders(text).join())
        problems.push(`locales/${area}/${tag}.po: '${id}' must use {${placeholders(text).join('}, {')}}`)
      if (!translated) continue
      const isSame = translated === text && /\p{L}{2}/u.test(text.replace(/\{[^}]*\}/g, ''))
      const mayBeSame = names.has(id) || sharedWords[id]?.includes(tag) === true
      const isBegun = begunOnly.has(`${area} ${tag} ${id}`)
      if (isBegun && process.argv.includes('--check'))
        problems.push(`locales/${area}/${tag}.po: '${id}' is still to be translated`)
      if (isSame && !mayBeSame && !isBegun)
        problems.push(
          `locales/${area}/${tag}.po: '${id}' reads as in English; if it must, say so in locales/same-as-english.ts`,
        )
      if (!isSame && sharedWords[id]?.includes(tag))
        problems.push(`locales/same-as-english.ts: '${id}' does not read as in English in ${tag}`)
      if (tagsOf(translated).join() !== tagsOf(text).join())
        problems.push(`locales/${area}/${tag}.po: '${id}' must be marked up with ${tagsOf(text).join(' ')}`)
      for (const fault of isBegun ? [] : pluralFaults(translated, tag))
        problems.push(`locales/${area}/${tag}.po: '${id}' ${fault}`)
    }
    for (const id of texts.keys())
      if (!source.has(id)) problems.push(`locales/${area}/${tag}.po: '${id}' is not in English`)
  }
}

const rows = [...english]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([id, names]) => `  '${id}': {${names.map((name) => ` ${name}: string`).join(';')}${names.length ? ' ' : ''}}`)
const areaNames = areas.map(({ name }) => `  | '${name}'`).sort()
const generated = `// Written by scripts/texts.ts from the English catalogues: every text with the values it asks for.
export type Texts = {
${rows.join('\n')}
}

/** A part of the catalogue that is loaded together: a folder of locales/. */
export type Area =
${areaNames.join('\n')}
`
const target = new URL('keys.ts', root)
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== generated)
    problems.push("locales/keys.ts: is behind the catalogues, run 'npm run texts'")
} else writeFileSync(target, generated)

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
