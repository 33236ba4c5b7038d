import { readFileSync } from 'node:fs'
import { expect } from '#kit/expect.ts'
import type { Texts } from '#locales/keys.ts'
import { languages } from '#locales/registry.ts'

export type MailTextId = Extract<keyof Texts, `mail.${string}`>

/** What a catalogue says, by its ids. Its texts stand on one line each. */
function readTexts(tag: string): ReadonlyMap<string, string> {
  const source = readFileSync(new URL(`../../locales/mail/${tag}.po`, import.meta.url), 'utf8')
  const rows = source.matchAll(/^msgid ("mail\..*")\nmsgstr (".*")$/gm)
  return new Map([...rows].map(([, id = '', text = '']) => [JSON.parse(id) as string, JSON.parse(text) as string]))
}

const catalogues = new Map<string, ReadonlyMap<string, string>>()

/** Says a text of the mails in a language; English where the language is unknown. Its values are put in as they are. */
export function sayInMail(tag: string, id: MailTextId, values: Readonly<Record<string, string>>): string {
  const known = languages.some((language) => language.tag === tag) ? tag : 'en'
  const texts = catalogues.get(known) ?? readTexts(known)
  catalogues.set(known, texts)
  const text = texts.get(id)
  expect(text, `locales/mail/${known}.po says ${id}`)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
