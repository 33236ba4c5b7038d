import { readFileSync } from 'node:fs'
import type { Texts } from '#locales/keys.ts'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { expect } from './expect.ts'

/** A text of a catalogue, and what the lines above it say. */
export type CatalogueText = {
  readonly id: string
  readonly text: string
  /** The part of the build it belongs to: `#: wallet`. Only English says it. */
  readonly area: string
  /** The English text that a translation was made from: `#. Bought with {paid}`. */
  readonly madeFrom: string
  /** Begun in English, and still to be translated: `#, fuzzy`. */
  readonly isBegun: boolean
}

/** A text as it stands in a catalogue: the lines above it, its id, and what it says, on one line. */
export const catalogueLines = /((?:^#.*\n)*)^msgid "(.+)"\nmsgstr "(.*)"$/gm

const unescaped = (written: string): string => JSON.parse(`"${written}"`)

/** Every text that a catalogue holds. @throws SyntaxError for a mark or an escape that is none */
export const readCatalogue = (source: string): readonly CatalogueText[] =>
  [...source.matchAll(catalogueLines)].map(([, above = '', id = '', text = '']) => ({
    id,
    text: unescaped(text),
    area: /^#: (.+)$/m.exec(above)?.[1] ?? '',
    madeFrom: unescaped(/^#\. (.+)$/m.exec(above)?.[1] ?? ''),
    isBegun: /^#, fuzzy$/m.test(above),
  }))

const catalogues = new Map<string, readonly CatalogueText[]>()

/** What the catalogue of a language holds, read once. */
export function catalogueOf(tag: LanguageTag): readonly CatalogueText[] {
  const path = new URL(`../locales/${tag}.po`, import.meta.url)
  const texts = catalogues.get(tag) ?? readCatalogue(readFileSync(path, 'utf8'))
  catalogues.set(tag, texts)
  return texts
}

const said = new Map<LanguageTag, ReadonlyMap<string, string>>()

/** Every text of a language by its id; English where the language is unknown. */
export function textsOf(tag: string): ReadonlyMap<string, string> {
  const known = languages.find((language) => language.tag === tag)?.tag ?? 'en'
  const texts = said.get(known) ?? new Map(catalogueOf(known).map(({ id, text }) => [id, text]))
  said.set(known, texts)
  return texts
}

/** Says a text outside a browser, in a language. Its values are put in as they are. */
export function sayFrom(tag: string, id: keyof Texts, values: Readonly<Record<string, string>> = {}): string {
  const text = textsOf(tag).get(id)
  expect(text, `a catalogue says ${id}`)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
