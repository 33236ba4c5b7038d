import * as v from 'valibot'
import { type LanguageTag, languages } from '#locales/registry.ts'

const noticeText = v.strictObject({
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
  /** Plain text; an empty line parts paragraphs. */
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000)),
})
const tags = languages.map((language) => language.tag)

/** A notice's texts by language. English is always there: it stands in where a language is missing. */
export const noticeTexts = v.pipe(
  v.record(v.picklist(tags), noticeText),
  v.check((texts) => 'en' in texts, 'a notice needs an English text'),
)
export type NoticeText = v.InferOutput<typeof noticeText>
export type NoticeTexts = Partial<Record<LanguageTag, NoticeText>> & { readonly en: NoticeText }

/** The language a caller means, by tag ("zh-Hans") or by the wire's word ("zh-CN"); English when it is neither. */
export const languageOf = (said: string): LanguageTag =>
  languages.find((language) => language.tag === said || language.wire === said)?.tag ?? 'en'

/** The text in a language, or the English one, and which of both it is. */
export function textIn(texts: NoticeTexts, language: LanguageTag): NoticeText & { readonly language: LanguageTag } {
  const text = texts[language]
  return text ? { ...text, language } : { ...texts.en, language: 'en' }
}

/** Characters of a notice's opening in a list. */
const openingMax = 120

/** The first words of a text, cut at a space. */
export function openingOf(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= openingMax) return line
  const cut = line.slice(0, openingMax)
  const space = cut.lastIndexOf(' ')
  return `${space > openingMax / 2 ? cut.slice(0, space) : cut}…`
}
