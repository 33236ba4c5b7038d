import { describe, expect, it } from 'vitest'
import { homeLinks, isTarget } from './home-links.ts'

describe('the links of the home screen', () => {
  it('are the ten of the specification and the social ones, each leading somewhere', () => {
    expect(homeLinks.filter(({ kind }) => kind === 'link')).toHaveLength(10)
    expect(homeLinks.filter(({ kind }) => kind === 'social').length).toBeGreaterThan(0)
    for (const { id, target } of homeLinks) expect(isTarget(target), id).toBe(true)
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
