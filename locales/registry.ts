export const languages = [
  { tag: 'en', wire: 'en', name: 'English', direction: 'ltr' },
  { tag: 'zh-Hans', wire: 'zh-CN', name: '简体中文', direction: 'ltr', also: ['zh'] },
  { tag: 'zh-Hant', wire: 'zh-TW', name: '繁體中文', direction: 'ltr', also: ['zh-TW', 'zh-HK', 'zh-MO'] },
  { tag: 'ru', wire: 'ru', name: 'Русский', direction: 'ltr' },
  { tag: 'ja', wire: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'ko', wire: 'ko', name: '한국어', direction: 'ltr' },
  { tag: 'th', wire: 'th', name: 'ไทย', direction: 'ltr' },
  { tag: 'vi', wire: 'vi', name: 'Tiếng Việt', direction: 'ltr' },
  { tag: 'km', wire: 'km', name: 'ខ្មែរ', direction: 'ltr' },
  { tag: 'hi', wire: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { tag: 'ms', wire: 'ms', name: 'Bahasa Melayu', direction: 'ltr' },
  { tag: 'pt', wire: 'pt', name: 'Português', direction: 'ltr' },
  { tag: 'kk', wire: 'kk', name: 'Қазақша', direction: 'ltr' },
  { tag: 'id', wire: 'id', name: 'Bahasa Indonesia', direction: 'ltr' },
  { tag: 'ur', wire: 'ur', name: 'اردو', direction: 'rtl' },
  { tag: 'de', wire: 'de', name: 'Deutsch', direction: 'ltr' },
] as const satisfies readonly Language[]

export type Language = {
  /** BCP 47. */
  readonly tag: string
  /** As the spec's client sends the tag. */
  readonly wire: string
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Other tags that browsers send for this language. */
  readonly also?: readonly string[]
}
export type LanguageTag = (typeof languages)[number]['tag']

/** Longest first, because "zh-CN" begins with "zh". */
export const askedFor: readonly (readonly [asked: string, tag: LanguageTag])[] = languages
  .flatMap(({ tag, also = [] }: Language & { tag: LanguageTag }) =>
    [tag, ...also].map((asked) => [asked, tag] as const),
  )
  .toSorted(([one], [other]) => other.length - one.length)
