// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Path } from './navigation.ts'
import { Screen } from './Screen.tsx'
import { UpOfScreen } from './screen-query.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
// Other tests in this worker leave history entries.
beforeEach(() => {
  history.replaceState(null, '', '#/opened/directly')
  dispatchEvent(new Event('hashchange'))
})
afterEach(cleanup)

const drawn = (title: string) => (
  <Screen key={title} title={title}>
    <button type="button">one</button>
  </Screen>
)

it('hands the focus of its heading to the screen that is drawn in its place', () => {
  const { rerender } = render(drawn('Waiting'))
  screen.getByRole('heading', { name: 'Waiting' }).focus()
  rerender(drawn('There'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'There' }))
})

it('leads back where the shell says, unless it names a place itself', () => {
  const { rerender } = render(drawn('A tab'))
  expect(screen.queryByRole('button', { name: 'bar.back' })).toBeNull()
  rerender(<UpOfScreen value={'/pages/index/index' as Path}>{drawn('No tab of this bar')}</UpOfScreen>)
  fireEvent.click(screen.getByRole('button', { name: 'bar.back' }))
  expect(location.hash).toBe('#/pages/index/index')
  rerender(
    <UpOfScreen value={'/pages/index/index' as Path}>
      <Screen title="Its own" up={'/pages/wallet/index' as Path}>
        one
      </Screen>
    </UpOfScreen>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'bar.back' }))
  expect(location.hash).toBe('#/pages/wallet/index')
})

it('takes the focus from nothing else', async () => {
  const { rerender } = render(drawn('First'))
  rerender(drawn('Second'))
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('heading', { name: 'Second' }).focus()
  rerender(<p>nothing</p>)
  await Promise.resolve()
  rerender(drawn('Later'))
  expect(document.activeElement).toBe(document.body)
})
