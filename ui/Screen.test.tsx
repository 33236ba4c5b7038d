// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Screen } from './Screen.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
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
