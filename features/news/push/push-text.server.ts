import { sayFrom } from '#kit/catalogue.server.ts'
import { languages } from '#locales/registry.ts'
import type { Telling } from './plan.ts'

/** No amount, coin or name: it shows on a lock screen. */
export function pushText({ kind, tag, address }: Telling, language: string): string {
  const direction = languages.find((each) => each.tag === language)?.direction ?? 'ltr'
  const title = sayFrom(language, `own.kind.${kind}`)
  return JSON.stringify({ title, tag, address, lang: language, dir: direction })
}
