const digit = /\p{Nd}/u
const digits = /\p{Nd}/gu

/** In Unicode, the digits 0 to 9 of a script are consecutive. */
function figureOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  let before = 0
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1
  return `${before % 10}`
}

export const latinFigures = (text: string): string => text.replace(digits, figureOf)
