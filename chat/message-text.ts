import { seenText } from '#kit/typed-text.ts'

/** Characters of a message, as a person counts them. */
export const messageLengthMax = 4000

/** Control characters, but for line ends and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it takes out.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

/** A message as it is kept: what a person can see of what was typed. It stays text: no link, no markup. */
export const cleanText = (typed: string): string =>
  seenText(typed.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'))
    .replace(controls, '')
    // From the first of many alone: else each would be looked at once for each before it.
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
