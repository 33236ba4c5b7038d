/** Every language of the app, a line each. `wire` is the code the spec's client sends and stores. */
export const languages = [
  { tag: 'en', wire: 'en', name: 'English', direction: 'ltr' },
  { tag: 'zh-Hans', wire: 'zh-CN', name: '简体中文', direction: 'ltr' },
  { tag: 'ur', wire: 'ur', name: 'اردو', direction: 'rtl' },
] as const satisfies readonly Language[]

export type Language = {
  /** BCP 47, as in <html lang>. */
  readonly tag: string
  readonly wire: string
  /** Its own name for itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
}
export type LanguageTag = (typeof languages)[number]['tag']
