// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { askedFor } from '#locales/registry.ts'
import { preferredLanguage } from './boot.ts'

it('speaks the first language a browser asks for that the app has', () => {
  expect(preferredLanguage(['ur-PK', 'en'])).toBe('ur')
  expect(preferredLanguage(['xx', 'EN-gb'])).toBe('en')
  expect(preferredLanguage(['zh'])).toBe('zh-Hans')
  expect(preferredLanguage(['zh-CN', 'en'])).toBe('zh-Hans')
  expect(preferredLanguage(['urx'])).toBe('en')
  expect(preferredLanguage([])).toBe('en')
})

it('asks for the longer name first, so that a script is told from its language', () => {
  const lengths = askedFor.map(([asked]) => asked.length)
  expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
})
