/** Characters of a message, as a browser counts them. */
export const messageLengthMax = 4000

/** What turns the order of characters around, so that an address or a name reads as another one. Marks of writing itself (ZWNJ, RLM, LRM) stay. */
const orderSigns = /[\u202A-\u202E\u2066-\u2069]/g
/** Control characters, but for line ends and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters it takes out.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029]/g

/** A message as it is kept: what a person can see of what was typed. It stays text: no link, no markup. */
export const cleanText = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(orderSigns, '')
    .replace(controls, '')
    // From the first of many alone: else each would be looked at once for each before it.
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
