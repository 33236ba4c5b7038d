import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { languageOf, noticeTexts, openingOf, textIn } from './notice.ts'

const texts = { en: { title: 'Hello', body: 'World' }, 'zh-Hans': { title: '你好', body: '世界' } }

describe('a notice', () => {
  it('is read in the language asked for, by tag or by the word of the wire', () => {
    expect(textIn(texts, languageOf('zh-CN'))).toMatchObject({ title: '你好', language: 'zh-Hans' })
    expect(textIn(texts, languageOf('zh-Hans'))).toMatchObject({ title: '你好' })
  })

  it('falls back to English', () => {
    expect(textIn(texts, languageOf('ur'))).toMatchObject({ title: 'Hello', language: 'en' })
    expect(languageOf('tlh')).toBe('en')
  })

  it('needs an English text and knows only languages of the app', () => {
    expect(v.safeParse(noticeTexts, texts).success).toBe(true)
    expect(v.safeParse(noticeTexts, { 'zh-Hans': texts.en }).success).toBe(false)
    expect(v.safeParse(noticeTexts, { ...texts, tlh: texts.en }).success).toBe(false)
    expect(v.safeParse(noticeTexts, { en: { title: '', body: 'x' } }).success).toBe(false)
  })

  it('has a title of 1 to 120 characters and a text of 1 to 20,000, without blanks around them', () => {
    const accepts = (title: string, body: string) => v.is(noticeTexts, { en: { title, body } })
    expect(accepts('a', 'b')).toBe(true)
    expect(accepts('a'.repeat(120), 'b'.repeat(20_000))).toBe(true)
    for (const [title = '', body = ''] of [
      ['a'.repeat(121), 'b'],
      ['a', 'b'.repeat(20_001)],
      [' ', 'b'],
      ['a', ' \n'],
    ])
      expect(accepts(title, body)).toBe(false)
    expect(v.parse(noticeTexts, { en: { title: ' a ', body: ' b ' } }).en).toEqual({ title: 'a', body: 'b' })
  })

  it('opens with its first words', () => {
    expect(openingOf('One.\n\nTwo.')).toBe('One. Two.')
    expect(openingOf('word '.repeat(60))).toMatch(/word…$/)
    expect(openingOf('字'.repeat(200))).toHaveLength(121)
    expect(openingOf('a'.repeat(120))).toBe('a'.repeat(120))
    expect(openingOf(`${'a'.repeat(60)} ${'b'.repeat(60)}`)).toBe(`${'a'.repeat(60)} ${'b'.repeat(59)}…`)
    expect(openingOf(`${'a'.repeat(61)} ${'b'.repeat(60)}`)).toBe(`${'a'.repeat(61)}…`)
  })
})
