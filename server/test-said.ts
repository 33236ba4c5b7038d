import { readFileSync } from 'node:fs'
import PO from 'pofile'

/** Texts of refusals that the catalogue of a language leaves out, of those with these keys. */
export function unsaid(tag: string, keys: readonly string[]): string[] {
  const source = readFileSync(new URL(`../locales/errors/${tag}.po`, import.meta.url), 'utf8')
  const said = new Set(PO.parse(source).items.flatMap(({ msgid, msgstr }) => (msgstr[0] ? [msgid] : [])))
  return keys.map((key) => `error.${key}`).filter((id) => !said.has(id))
}
