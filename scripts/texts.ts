/**
 * Checks that all catalogues match the current English, and writes locales/keys.ts. npm run texts [-- --check (only checks) | --begin (adds
 * missing texts, marked, in English) | --read order.title,order.number --in de,ru (marks translations as reviewed; all languages without
 * --in) | --reworded --in de (shows old and new English with each outdated translation)].
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readCatalogue } from '#kit/text/catalogue.server.ts'
import { languages } from '#locales/registry.ts'
import { beginTexts, keepOrigins, keepRead, rewordedList } from './texts/text-origins.ts'
import { catalogueFaults, englishFaults, keysModule } from './texts/text-rules.ts'

const { values: asked } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    begin: { type: 'boolean', default: false },
    read: { type: 'string', default: '' },
    in: { type: 'string', default: '' },
    reworded: { type: 'boolean', default: false },
  },
})
const listed = (value: string): readonly string[] => value.split(',').filter(Boolean)

const pathOf = (tag: string): URL => new URL(`../locales/${tag}.po`, import.meta.url)
const head = (tag: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${tag}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n`
const sourceOf = (tag: string): string => (existsSync(pathOf(tag)) ? readFileSync(pathOf(tag), 'utf8') : '')

const englishSource = sourceOf('en')
const english = readCatalogue(englishSource)
const problems = englishFaults(englishSource)

const read = new Set(listed(asked.read))
const readIn = listed(asked.in)
for (const id of read) if (!english.some((each) => each.id === id)) problems.push(`--read: '${id}' is no text`)
for (const tag of readIn)
  if (!languages.some((language) => language.tag === tag)) problems.push(`--in: '${tag}' is no language`)

for (const { tag } of languages) {
  if (tag === 'en') continue
  if (asked.reworded) {
    if (readIn.length === 0 || readIn.includes(tag)) process.stdout.write(rewordedList(tag, sourceOf(tag), english))
    continue
  }
  const before = sourceOf(tag)
  let source = before
  if (!asked.check) {
    if (asked.begin) source = beginTexts(source || head(tag), english)
    if (readIn.length === 0 || readIn.includes(tag)) source = keepRead(source, english, read)
    source = keepOrigins(source, english)
    if (source !== before) writeFileSync(pathOf(tag), source)
  }
  const faults = source ? catalogueFaults(tag, english, source) : ['is missing']
  const told = asked.check ? faults : faults.filter((fault) => !fault.endsWith('is still to be translated'))
  for (const fault of told) problems.push(`locales/${tag}.po: ${fault}`)
}

const target = new URL('../locales/keys.ts', import.meta.url)
const keys = keysModule(english)
if (!asked.check) writeFileSync(target, keys)
else if (readFileSync(target, 'utf8') !== keys)
  problems.push("locales/keys.ts: is behind the catalogues, run 'npm run texts'")

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length ? 1 : 0
