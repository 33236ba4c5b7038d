import { seenText } from '#kit/text/typed-text.ts'

/** Length in user-perceived characters. */
export const messageLengthMax = 4000

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it takes out.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

/** Turns a message into its stored form: plain text without invisible characters. */
export const cleanText = (typed: string): string =>
  seenText(typed.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'))
    .replace(controls, '')
    // The lookbehind keeps the time linear.
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
