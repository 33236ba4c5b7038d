// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { ErrorState } from '../show/State.tsx'
import { Screen } from './Screen.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  history.replaceState(null, '', '#/pages/wallet/info')
  dispatchEvent(new PopStateEvent('popstate'))
})
afterEach(cleanup)

const shown = (key: string, params = {}) =>
  render(
    <Screen title="A record" up="/pages/wallet/logs">
      <ErrorState
        error={new CallFailure(key === 'network' ? 'network' : answers.refused, key, params)}
        onRetry={() => {}}
      />
    </Screen>,
  )

it('says of an address without a number, or with a wrong one, that nothing is there, and leads back', async () => {
  for (const key of ['field.required', 'field.format']) {
    shown(key, { field: 'id' })
    expect(await screen.findByText('state.nowhere')).toBeDefined()
    expect(screen.queryByText('state.retry')).toBeNull()
    fireEvent.click(screen.getByText('bar.back'))
    expect(location.hash).toBe('#/pages/wallet/logs')
    cleanup()
  }
  for (const key of ['request.data_missing', 'news.missing', 'invest.order_missing', 'otc.transaction_missing']) {
    shown(key)
    expect(await screen.findByText('bar.back')).toBeDefined()
    expect(screen.queryByText('state.retry')).toBeNull()
    cleanup()
  }
})

it('offers to try again what may go by itself', () => {
  for (const key of ['network', 'request.internal', 'request.busy']) {
    shown(key)
    expect(screen.getByText('state.retry')).toBeDefined()
    expect(screen.queryByText('bar.back')).toBeNull()
    cleanup()
  }
})
