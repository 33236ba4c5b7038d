import type { Verb } from './verb.ts'

/** The last thing that is typed is a text of any number of words. */
const endsInText = /<(?:reason|evidence|text)>/

/** How many words a verb takes at most, as its usage says: one for each <…>, without those of its flags. */
export const mostWords = ({ usage }: Pick<Verb, 'usage'>): number =>
  endsInText.test(usage)
    ? Number.POSITIVE_INFINITY
    : (usage.replace(/\[--[^\]]*\]/g, '').match(/<[^>]*>/g) ?? []).length

type Typed = { readonly args: readonly string[]; readonly flags: Readonly<Record<string, string>> }

/**
 * What was typed and a verb has no use for: it would be kept in the log, and published, though it did nothing.
 * @returns what it is, in words; undefined where there is no such thing
 */
export function surplusOf(verb: Verb, { args, flags }: Typed): string | undefined {
  const strange = Object.keys(flags).find((name) => !(name in (verb.flags ?? {})))
  if (strange !== undefined) return `--${strange} is no flag of ${verb.words}`
  const surplus = args[mostWords(verb)]
  return surplus === undefined ? undefined : `${verb.words} has no use for “${surplus}”`
}
