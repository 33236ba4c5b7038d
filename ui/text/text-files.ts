import type { Messages } from '@lingui/core'
import type { Area } from '#locales/keys.ts'
import type { LanguageTag } from '#locales/registry.ts'

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/*.po')

/** The build replaces this with a fetch of one file (scripts/build/text-files.ts). */
export async function fetchTexts(_area: Area, tag: LanguageTag): Promise<Messages> {
  const { messages } = (await catalogues[`../../locales/${tag}.po`]?.()) ?? { messages: {} }
  return messages
}
