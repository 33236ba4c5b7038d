const digit = /\p{Nd}/u
const digits = /\p{Nd}/gu

/** The value of a figure of any script: those of a script stand one after the other from 0 to 9. */
function figureOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  let before = 0
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1
  return `${before % 10}`
}

/** A text with the figures of every script as 0 to 9. */
export const latinFigures = (text: string): string => text.replace(digits, figureOf)
