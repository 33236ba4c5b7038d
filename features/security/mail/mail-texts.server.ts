import { sayFrom } from '#kit/text/catalogue.server.ts'
import type { Texts } from '#locales/keys.ts'

export type MailTextId = Extract<keyof Texts, `mail.${string}`>

/** English if the language is unknown. Values are not escaped. */
export const sayInMail = (tag: string, id: MailTextId, values: Readonly<Record<string, string>>): string =>
  sayFrom(tag, id, values)
