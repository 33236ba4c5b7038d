import { type PlainName, readName } from './plain-name.ts'

/** `unsure`: undecidable, for example in different scripts. */
export type PayerMatch = 'same' | 'similar' | 'other' | 'unsure'

/** Letters of other alphabets, and digits, that look like a Latin letter. */
const confusables: Readonly<Record<string, string>> = {
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
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's' },
}

/** Simplified and traditional forms. A person must decide whether both are one name. */
const hanForms =
  '张張 陈陳 刘劉 杨楊 赵趙 吴吳 黄黃 孙孫 马馬 罗羅 郑鄭 谢謝 许許 冯馮 邓鄧 叶葉 苏蘇 卢盧 蒋蔣 贾賈 钟鍾 谭譚 陆陸 萧蕭 龙龍 韦韋 邹鄒 顾顧 龚龔 汤湯 钱錢 庄莊 颜顏 严嚴 ' +
  '伟偉 丽麗 军軍 华華 国國 东東 凤鳳 兰蘭 红紅 宁寧 荣榮 贵貴 辉輝 庆慶 义義 云雲 芦蘆 艺藝 杰傑 涛濤 连連 刚剛 建建 维維 锋鋒 鹏鵬 飞飛 银銀 铁鐵 宝寶 ' +
  '晓曉 颖穎 莹瑩 琼瓊 静靜 娇嬌 学學 长長 门門 阳陽 阴陰 岚嵐 峰峯 松鬆 秋鞦 ' +
  '高髙 崎﨑 辺邊 辺邉 斎齋 斉齊 沢澤 浜濱 島嶋 広廣 桜櫻 渡渡 恵惠 真眞 徳德 栄榮 実實 亀龜 塩鹽'
const hanForm = new Map(
  hanForms.split(' ').map((pair): [string, string] => {
    const [one = '', other = ''] = pair
    return [other, one]
  }),
)

/** Merges letters that look the same. */
const drawn = (words: readonly string[]): readonly string[] =>
  words.map((word) =>
    [...word]
      .map((letter) => confusables[letter] ?? letter)
      .join('')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('l', 'i'),
  )

/** Levenshtein distance. */
function distance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [place, letter] of one.entries()) {
    const next = [place + 1]
    for (let at = 0; at < other.length; at += 1)
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other[at] ? 0 : 1)))
    row = next
  }
  return row[other.length] ?? 0
}

/** Assumed: up to this many different letters may be a typo or an imitation. */
const nearLetters = 2
/** Assumed: at most this many spellings are compared. */
const waysMax = 256
/** Assumed: no real name has more words; a longer one is compared only in its own order, because each order costs many comparisons. */
const wordsMax = 12

type Words = PlainName['words']
const plainWords = (words: Words): readonly string[] => words.map(([plain = '']) => plain)

/** Ignores spaces, hyphens and apostrophes. */
const joinedOutcomes = (words: Words): readonly string[] =>
  words.reduce<readonly string[]>(
    (starts, ways) => starts.flatMap((start) => ways.map((way) => start + way)).slice(0, waysMax),
    [''],
  )

/** Banks put the family name first or last. */
function ordersOf({ words, scripts }: PlainName): readonly Words[] {
  const plain = plainWords(words)
  // Burmese names have no family name. A reversed single-letter Chinese or Korean name is a different name.
  const isFixed =
    words.length > wordsMax ||
    scripts.has('Myanmar') ||
    ((scripts.has('Han') || scripts.has('Hangul')) &&
      (plain.length !== 2 || plain.every((word) => [...word].length === 1)))
  return isFixed ? [words] : words.map((_, place) => [...words.slice(place), ...words.slice(0, place)])
}

const isOneOf = (one: PlainName, other: PlainName): boolean => {
  const written = new Set(joinedOutcomes(other.words))
  return ordersOf(one).some((words) => joinedOutcomes(words).some((way) => written.has(way)))
}

/** Japanese names mix Chinese characters and kana. */
function areComparable({ scripts: one }: PlainName, { scripts: other }: PlainName): boolean {
  if (one.size === 0 || one.has('unknown') || one.size !== other.size) return false
  if ([...one].some((script) => !other.has(script))) return false
  return one.size === 1 || (one.size === 2 && one.has('Han') && one.has('Kana'))
}

const lettersOf = (words: readonly string[]): string =>
  [...words.join('')]
    .map((letter) => hanForm.get(letter) ?? letter)
    .sort()
    .join('')

const isNear = (one: string, other: string): boolean => {
  const [first, second] = [[...one], [...other]]
  const near = distance(first, second)
  return near <= nearLetters && near * 3 < Math.max(first.length, second.length)
}

function looksLike(one: readonly string[], other: readonly string[]): boolean {
  if (lettersOf(one) === lettersOf(other)) return true
  const [first, second] = [drawn(one), drawn(other)]
  return isNear(first.join(' '), second.join(' ')) || isNear(first.toSorted().join(' '), second.toSorted().join(' '))
}

/** Compares payer names. A payment in a different name may come from a stolen account, whose owner reverses it after the coins are gone. */
export function comparePayer(said: string, seen: string): PayerMatch {
  const [one, other] = [readName(said), readName(seen)]
  if (one.words.length === 0 || other.words.length === 0) return 'other'
  const isLike = looksLike(plainWords(one.words), plainWords(other.words))
  if (!areComparable(one, other)) return isLike ? 'similar' : 'unsure'
  const isSame = isOneOf(one, other) || isOneOf(other, one)
  // Mr and Mrs with one name are two people.
  const areTitlesOfTwo = one.titles.length > 0 && other.titles.length > 0 && `${one.titles}` !== `${other.titles}`
  if (isSame) return areTitlesOfTwo ? 'similar' : 'same'
  return isLike ? 'similar' : 'other'
}
