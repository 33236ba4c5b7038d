// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { goWanted } from '#ui/shell/navigation.ts'
import { ChatScreen } from './ChatScreen.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

it('tells a guest why support needs a wallet, and how to get to one; after signing in it comes back here', () => {
  location.hash = '#/pages/chat/index?reference=r1'
  dispatchEvent(new HashChangeEvent('hashchange'))
  render(<ChatScreen />)
  for (const text of ['chat.guest_title', 'chat.guest_why', 'chat.guest_safety'])
    expect(screen.getByText(text)).toBeDefined()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(expect.arrayContaining(['#/pages/login/import', '#/pages/login/create']))
  fireEvent.click(screen.getByText('chat.guest_sign_in'))
  expect(location.hash).toBe('#/pages/login/index')
  goWanted('/pages/index/index')
  expect(location.hash).toBe('#/pages/chat/index?reference=r1')
})
