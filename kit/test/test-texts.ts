import type { Texts } from '#locales/keys.ts'
import { sayFrom, textsOf } from '../text/catalogue.server.ts'

/** English text of a key, so tests do not repeat wording. */
export const en = (id: keyof Texts, values?: Readonly<Record<string, string>>): string => sayFrom('en', id, values)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function enPattern(id: keyof Texts): RegExp {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of textsOf('en').get(id) ?? '') {
    if (sign === '{' && depth === 0) {
      parts.push(part)
      part = ''
    }
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    else if (depth === 0) part += sign
  }
  parts.push(part)
  return new RegExp(parts.map(escaped).join('.*?'))
}
