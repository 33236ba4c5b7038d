import { textsOf } from '#kit/catalogue.server.ts'

/** Error texts for these keys that a language's catalog lacks. */
export const unsaid = (tag: string, keys: readonly string[]): string[] =>
  keys.map((key) => `error.${key}`).filter((id) => !textsOf(tag).get(id))
