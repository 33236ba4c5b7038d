/** Every language of the app, a line each. */
export const languages = [
  { tag: 'en', wire: 'en', name: 'English', direction: 'ltr' },
  { tag: 'zh-Hans', wire: 'zh-CN', name: '简体中文', direction: 'ltr', also: ['zh'] },
  { tag: 'ur', wire: 'ur', name: 'اردو', direction: 'rtl' },
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
