import { textsOf } from '#kit/text/catalogue.server.ts'

export const unsaid = (tag: string, keys: readonly string[]): string[] =>
  keys.map((key) => `error.${key}`).filter((id) => !textsOf(tag).get(id))
