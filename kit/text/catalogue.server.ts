import { readFileSync } from 'node:fs'
import type { Texts } from '#locales/keys.ts'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { expect } from '../expect.ts'

export type CatalogueText = {
  readonly id: string
  readonly text: string
  /** Part of the app's build, from `#: wallet`. Only in English. */
  readonly area: string
  readonly madeFrom: string
  /** True if not translated yet, marked `#, fuzzy`. */
  readonly isBegun: boolean
}

export const catalogueLines = /((?:^#.*\n)*)^msgid "(.+)"\nmsgstr "(.*)"$/gm

const unescaped = (written: string): string => JSON.parse(`"${written}"`)

/** @throws SyntaxError for an invalid mark or escape */
export const readCatalogue = (source: string): readonly CatalogueText[] =>
  [...source.matchAll(catalogueLines)].map(([, above = '', id = '', text = '']) => ({
    id,
    text: unescaped(text),
    area: /^#: (.+)$/m.exec(above)?.[1] ?? '',
    madeFrom: unescaped(/^#\. (.+)$/m.exec(above)?.[1] ?? ''),
    isBegun: /^#, fuzzy$/m.test(above),
  }))

const catalogues = new Map<string, readonly CatalogueText[]>()

export function catalogueOf(tag: LanguageTag): readonly CatalogueText[] {
  const path = new URL(`../../locales/${tag}.po`, import.meta.url)
  const texts = catalogues.get(tag) ?? readCatalogue(readFileSync(path, 'utf8'))
  catalogues.set(tag, texts)
  return texts
}

const said = new Map<LanguageTag, ReadonlyMap<string, string>>()

/** Texts in English if the language is unknown. */
export function textsOf(tag: string): ReadonlyMap<string, string> {
  const known = languages.find((language) => language.tag === tag)?.tag ?? 'en'
  const texts = said.get(known) ?? new Map(catalogueOf(known).map(({ id, text }) => [id, text]))
  said.set(known, texts)
  return texts
}

/** Values are inserted unescaped. */
export function sayFrom(tag: string, id: keyof Texts, values: Readonly<Record<string, string>> = {}): string {
  const text = textsOf(tag).get(id)
  expect(text, `a catalogue says ${id}`)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
