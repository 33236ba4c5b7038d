/** Every language of the app, a line each. */
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
  /** BCP 47, as in <html lang>. */
  readonly tag: string
  /** The code the spec's client sends and stores. */
  readonly wire: string
  /** Its own name for itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** What browsers ask for beside the tag, when they mean it: 'zh-TW' is told from 'zh' by the longer one. */
  readonly also?: readonly string[]
}
export type LanguageTag = (typeof languages)[number]['tag']

/** What a browser may ask for and which language that is, the longest first: "zh-CN" begins with "zh". */
export const askedFor: readonly (readonly [asked: string, tag: LanguageTag])[] = languages
  .flatMap(({ tag, also = [] }: Language & { tag: LanguageTag }) =>
    [tag, ...also].map((asked) => [asked, tag] as const),
  )
  .toSorted(([one], [other]) => other.length - one.length)
