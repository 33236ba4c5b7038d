import * as v from 'valibot'
import { type LanguageTag, languages } from '#locales/registry.ts'

const noticeText = v.strictObject({
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
  /** Plain text; empty lines separate paragraphs. */
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000)),
})
const tags = languages.map((language) => language.tag)

/** English is required, as the fallback. */
export const noticeTexts = v.pipe(
  v.record(v.picklist(tags), noticeText),
  v.check((texts) => 'en' in texts, 'a notice needs an English text'),
)
export type NoticeText = v.InferOutput<typeof noticeText>
export type NoticeTexts = Partial<Record<LanguageTag, NoticeText>> & { readonly en: NoticeText }

/** By tag ("zh-Hans") or wire name ("zh-CN"); otherwise English. */
export const languageOf = (said: string): LanguageTag =>
  languages.find((language) => language.tag === said || language.wire === said)?.tag ?? 'en'

export function textIn(texts: NoticeTexts, language: LanguageTag): NoticeText & { readonly language: LanguageTag } {
  const text = texts[language]
  return text ? { ...text, language } : { ...texts.en, language: 'en' }
}

/** In characters. */
const openingMax = 120

/** Start of the text, cut at a space. */
export function openingOf(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= openingMax) return line
  const cut = line.slice(0, openingMax)
  const space = cut.lastIndexOf(' ')
  return `${space > openingMax / 2 ? cut.slice(0, space) : cut}…`
}
