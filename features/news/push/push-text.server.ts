import { sayFrom } from '#kit/text/catalogue.server.ts'
import { languages } from '#locales/registry.ts'
import type { Telling } from './plan.ts'

/** Contains no amount, coin or name, because a lock screen shows it. */
export function pushText({ kind, tag, address }: Telling, language: string): string {
  const direction = languages.find((each) => each.tag === language)?.direction ?? 'ltr'
  const title = sayFrom(language, `own.kind.${kind}`)
  return JSON.stringify({ title, tag, address, lang: language, dir: direction })
}
