import { readFileSync } from 'node:fs'
import type { Texts } from '#locales/keys.ts'
import { languages } from '#locales/registry.ts'
import { expect } from './expect.ts'

/** What a catalogue says, by its ids. Texts that are said here stand on one line each. */
function readTexts(area: string, tag: string): ReadonlyMap<string, string> {
  const source = readFileSync(new URL(`../locales/${area}/${tag}.po`, import.meta.url), 'utf8')
  const rows = source.matchAll(/^msgid (".+")\nmsgstr (".*")$/gm)
  return new Map([...rows].map(([, id = '', text = '']) => [JSON.parse(id) as string, JSON.parse(text) as string]))
}

const catalogues = new Map<string, ReadonlyMap<string, string>>()

/** Every text of an area in a language; English where the language is unknown. */
export function textsOf(area: string, tag: string): ReadonlyMap<string, string> {
  const known = languages.some((language) => language.tag === tag) ? tag : 'en'
  const path = `${area}/${known}`
  const texts = catalogues.get(path) ?? readTexts(area, known)
  catalogues.set(path, texts)
  return texts
}

/** Says a text outside a browser, in a language. Its values are put in as they are. */
export function sayFrom(
  area: string,
  tag: string,
  id: keyof Texts,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = textsOf(area, tag).get(id)
  expect(text, `locales/${area} says ${id}`)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
