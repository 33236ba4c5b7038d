import type { Verb } from './verb.ts'

/** These arguments take any number of words. */
const endsInText = /<(?:reason|evidence|text)>/

/** Maximum number of arguments, one per <…>, without flags. */
export const mostWords = ({ usage }: Pick<Verb, 'usage'>): number =>
  endsInText.test(usage)
    ? Number.POSITIVE_INFINITY
    : (usage.replace(/\[--[^\]]*\]/g, '').match(/<[^>]*>/g) ?? []).length

type Typed = { readonly args: readonly string[]; readonly flags: Readonly<Record<string, string>> }

/** Finds unused input, which would be logged and published without effect. @returns its description, or undefined */
export function surplusOf(verb: Verb, { args, flags }: Typed): string | undefined {
  const strange = Object.keys(flags).find((name) => !(name in (verb.flags ?? {})))
  if (strange !== undefined) return `--${strange} is no flag of ${verb.words}`
  const surplus = args[mostWords(verb)]
  return surplus === undefined ? undefined : `${verb.words} has no use for “${surplus}”`
}
