/** Cyrillic and Greek capitals by the Latin letter or digit they resemble. Escaped, because they look the same. */
const lookalikes: Readonly<Record<string, string>> = {
  '3': '\u0417',
  A: '\u0410\u0391',
  B: '\u0412\u0392',
  C: '\u0421\u03f9',
  E: '\u0415\u0395',
  H: '\u041d\u0397',
  I: '\u0406\u04c0\u0399',
  J: '\u0408\u037f',
  K: '\u041a\u039a',
  M: '\u041c\u039c',
  N: '\u039d',
  O: '\u041e\u039f',
  P: '\u0420\u03a1',
  Q: '\u051a',
  S: '\u0405',
  T: '\u0422\u03a4',
  V: '\u0474',
  W: '\u051c',
  X: '\u0425\u03a7',
  Y: '\u0423\u04ae\u03a5',
  Z: '\u0396',
}
const latinOf = new Map(Object.entries(lookalikes).flatMap(([latin, all]) => [...all].map((each) => [each, latin])))

/** Invisible characters, and marks above or below letters. */
const unseen = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))
/** A script's ten digits are consecutive from zero. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(code - before - 1)) before += 1
  return `${before % 10}`
}

/** Returns letters without accents or invisible characters, and digits as 0–9. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(/(?![0-9])\p{Nd}/gu, digitValue)

const latin = (letter: string): string => latinOf.get(letter.toUpperCase()) ?? letter
export const withLatinLetters = (text: string): string => text.replace(/[\u0370-\u052f]/g, latin)
