/** How the name on the money that came compares with the name the buyer said they pay under. */
export type PayerMatch = 'same' | 'similar' | 'other'

/** Letters of other alphabets, and digits, that are drawn like a Latin letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
  },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's', ı: 'i' },
}

/** The words of a name without case and accents. */
const plainWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
/** In the alphabet's order: banks turn first and last names round. */
const wordsOf = (name: string): string => plainWords(name).sort().join(' ')
/** Without blanks, which some alphabets set as they like. */
const lettersOf = (name: string): string => plainWords(name).join('')

/** The same with every letter as it is drawn; `l`, `i` and `rn` are told apart by nobody who reads fast. */
const drawn = (words: string): string =>
  [...words]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('l', 'i')
    .split(' ')
    .sort()
    .join(' ')

/** Letters to add, drop or change until one text is the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1]
    for (let at = 0; at < other.length; at += 1)
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other[at] ? 0 : 1)))
    row = next
  }
  return row[other.length] ?? 0
}

/** Assumed: up to so many letters a name is nearly the other, which is a slip of the pen or somebody who imitates. */
const nearLetters = 2

/**
 * Compares the name a buyer said with the name the seller reads on the payment. A payment in another name is how stolen accounts pay:
 * its owner asks the bank for the money back, and the coins are gone.
 */
export function comparePayer(said: string, seen: string): PayerMatch {
  const [one, other] = [wordsOf(said), wordsOf(seen)]
  if (one !== '' && (one === other || lettersOf(said) === lettersOf(seen))) return 'same'
  if (one === '' || other === '') return 'other'
  const near = distance(drawn(one), drawn(other))
  return near <= nearLetters && near * 3 < Math.max(one.length, other.length) ? 'similar' : 'other'
}
