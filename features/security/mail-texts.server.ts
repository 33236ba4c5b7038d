import { sayFrom } from '#kit/catalogue.server.ts'
import type { Texts } from '#locales/keys.ts'

export type MailTextId = Extract<keyof Texts, `mail.${string}`>

/** Says a text of the mails in a language; English where the language is unknown. Its values are put in as they are. */
export const sayInMail = (tag: string, id: MailTextId, values: Readonly<Record<string, string>>): string =>
  sayFrom(tag, id, values)
