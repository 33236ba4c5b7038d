import type { Messages } from '@lingui/core'
import type { Area } from '#locales/keys.ts'
import type { LanguageTag } from '#locales/registry.ts'

const catalogues = import.meta.glob<{ messages: Messages }>('../locales/*.po')

/** Fetches what an area says in a language, here with all the others. The build puts a fetch of one file in place of this (scripts/text-files.ts). */
export async function fetchTexts(_area: Area, tag: LanguageTag): Promise<Messages> {
  const { messages } = (await catalogues[`../locales/${tag}.po`]?.()) ?? { messages: {} }
  return messages
}
