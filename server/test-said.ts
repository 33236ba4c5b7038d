import { textsOf } from '#kit/catalogue.server.ts'

/** Texts of refusals that the catalogue of a language leaves out, of those with these keys. */
export const unsaid = (tag: string, keys: readonly string[]): string[] =>
  keys.map((key) => `error.${key}`).filter((id) => !textsOf(tag).get(id))
