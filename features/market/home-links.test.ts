import { describe, expect, it } from 'vitest'
import { homeLinks, isTarget } from './home-links.ts'

describe('the links of the home screen', () => {
  it('are the ten of the specification, each leading somewhere, and the social ones, which nobody named yet', () => {
    expect(homeLinks.filter(({ kind }) => kind === 'link')).toHaveLength(10)
    expect(homeLinks.filter(({ kind }) => kind === 'social').length).toBeGreaterThan(0)
    for (const { id, kind, target } of homeLinks)
      expect(target === null ? kind : isTarget(target), id).toBe(target === null ? 'social' : true)
  })

  it('name no product by its number, which another installation does not have', () => {
    expect(homeLinks.filter(({ target }) => /[?&](product|id)=/.test(target ?? ''))).toEqual([])
  })

  it.each([
    'javascript:alert(1)',
    'http://a.example',
    'https://a@b.example',
    '//a.example',
    'pages/x',
    '#/pages/a/b',
    '',
  ])('lead nowhere else: %j', (text) => {
    expect(isTarget(text)).toBe(false)
  })
})
