// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { languages } from '#locales/registry.ts'
import { changeBoot } from '../shell/boot.ts'
import { shorten, showAmount, showDate, showDay, showMoment, showPercent, showSecond, showUtc } from './format.ts'

beforeEach(() => changeBoot({ language: 'en' }))

describe('amounts', () => {
  it('have two decimals, and more the smaller they are, cut off and never rounded up', () => {
    expect(showAmount('12480.268')).toBe('12,480.26')
    expect(showAmount('12.5')).toBe('12.50')
    expect(showAmount('1.24999')).toBe('1.2499')
    expect(showAmount('0.05003988')).toBe('0.05003')
    expect(showAmount('0.00000012')).toBe('0.00000012')
    expect(showAmount('0')).toBe('0.00')
  })

  it('show every decimal there is where that is asked for', () => {
    expect(showAmount('1234567.12345678', { exact: true })).toBe('1,234,567.12345678')
    expect(showAmount('999999999999.99999999', { exact: true })).toBe('999,999,999,999.99999999')
  })

  it('carry a plus only where gains are meant, and never a minus zero', () => {
    expect(showAmount('5', { signed: true })).toBe('+5.00')
    expect(showAmount('-5', { signed: true })).toBe('-5.00')
    expect(showAmount('-0.00', { signed: true })).toBe('0.00')
  })

  it('keep Latin figures in every language', () => {
    changeBoot({ language: 'ur' })
    expect(showAmount('1234.5')).toBe('1,234.50')
    expect(showPercent('-0.0135')).toMatch(/1\.35/)
    changeBoot({ language: 'zh-Hans' })
    expect(showAmount('1234.5')).toBe('1,234.50')
  })
})

it('says shares as percentages, with a sign where asked', () => {
  expect(showPercent('0.0342', { signed: true })).toBe('+3.42%')
  expect(showPercent('0', { signed: true })).toBe('0.00%')
  expect(showPercent('0.0024')).toBe('0.24%')
})

it('says days by the Gregorian calendar and times by 24 hours', () => {
  expect(showDay('2026-11-21T12:00:00Z')).toBe('Nov 21, 2026')
  expect(showMoment('2026-11-21T15:04:00Z')).toMatch(/^Nov 2[12], 2026, \d\d:\d\d$/)
  expect(showSecond('2026-11-21T15:04:25Z')).toMatch(/^\d\d:\d\d:25$/)
  expect(showUtc('2026-11-21T15:04:00Z')).toBe('Nov 21, 2026, 15:04 UTC')
})

it.each(languages)('says days in $name by the Gregorian year, in Latin figures', ({ tag }) => {
  changeBoot({ language: tag })
  const said = [showDay('2026-11-21T12:00:00Z'), showUtc('2026-11-21T15:04:00Z'), showMoment('2026-11-21T15:04:00Z')]
  for (const day of said) {
    expect(day).toContain('2026')
    expect(day).not.toMatch(/(?![0-9])\p{Nd}/u)
  }
  expect(showAmount('1234.5')).toMatch(/^1[., \u00a0\u202f]234[.,]50$/)
})

it('says no year of the Buddha in Thai, and no Devanagari figures in Hindi', () => {
  changeBoot({ language: 'th' })
  expect(showDay('2026-11-21T12:00:00Z')).toBe('21 พ.ย. 2026')
  changeBoot({ language: 'hi' })
  expect(showDay('2026-11-21T12:00:00Z')).toBe('21 नव॰ 2026')
})

it('shortens what is long and leaves what is not', () => {
  expect(shorten('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x5290…169EE7')
  expect(shorten('7F3K91ACD2')).toBe('7F3K91ACD2')
})

it('says a calendar day as that day in every time zone, and a moment by the zone of the device', () => {
  vi.stubEnv('TZ', 'Pacific/Honolulu')
  changeBoot({ language: 'ms' })
  expect([showDate('2026-11-25'), showDay('2026-11-25')]).toEqual(['25 Nov', '25 Nov 2026'])
  expect(showDate('2026-11-25T00:00:00Z')).toBe('24 Nov')
  vi.unstubAllEnvs()
})
