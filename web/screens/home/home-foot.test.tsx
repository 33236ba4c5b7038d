// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { homeLinks } from '#features/market/home-links.ts'
import { navigateAmong } from '#ui/shell/navigation.ts'
import { routes } from '../../routes.ts'
import { HomeFoot } from './HomeFoot.tsx'
import { Explore, placeOf, titles } from './HomeLinks.tsx'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  navigateAmong(Object.keys(routes), () => undefined)
})
afterEach(cleanup)

const links = homeLinks.map((link) => ({ ...link, framed: false }))
const social = () => screen.queryByRole('navigation', { name: 'home.social' })

it('leads everywhere an operator named, and nowhere else', () => {
  for (const link of links) expect(placeOf(link) === undefined, link.id).toBe(link.target === null)
  const one = { id: 'x', kind: 'social', framed: false } as const
  for (const target of ['', 'pages/never/written']) expect(placeOf({ ...one, target })).toBeUndefined()
})

it('says of each link where it leads: an article, a page of the app by its name, or another site by its host', () => {
  for (const { target } of links.filter(({ kind }) => kind === 'link')) {
    const path = `/${target?.split('?')[0]}`
    if (path.startsWith('/pages/') && path !== '/pages/article/index')
      expect([path, titles[path as keyof typeof titles]]).toEqual([path, routes[path]?.title])
  }
  render(<Explore links={links} />)
  const noteOf = (address: string) => document.querySelector(`a[href*="${address}"]`)?.textContent
  expect(noteOf('slug=about')).toContain('title.article')
  expect(noteOf('profit/community')).toContain('home.leads_page')
  expect(noteOf('world.org/world-id')).toContain('home.leads_company')
  cleanup()
  const site = links.map((link) => (link.id === 'official_site' ? { ...link, target: 'https://house.example' } : link))
  render(<Explore links={site} />)
  expect(noteOf('house.example')).toContain('home.leads_site')
})

it('shows no social link until an operator names its channel', () => {
  render(<HomeFoot links={links} />)
  expect(social()).toBeNull()
  cleanup()
  render(<HomeFoot links={links.map((link) => (link.id === 'x' ? { ...link, target: 'https://x.com/us' } : link))} />)
  expect(social()?.textContent).toContain('x')
  expect(screen.queryByText('telegram')).toBeNull()
})
