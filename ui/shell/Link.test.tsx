// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Link } from './Link.tsx'
import { currentLocation, go, navigateAmong } from './navigation.ts'

afterEach(cleanup)

it('fetches its screen as soon as a finger comes down, and goes there only when it is pressed', () => {
  const load = vi.fn()
  navigateAmong(['/pages/index/index', '/pages/wallet/token'], load)
  go('/pages/index/index', undefined, { replace: true })
  render(
    <Link to="/pages/wallet/token" query={{ coin: 'USDT' }}>
      USDT
    </Link>,
  )
  const link = screen.getByRole('link', { name: 'USDT' })
  expect(load).not.toHaveBeenCalled()
  fireEvent.pointerDown(link)
  expect(load.mock.calls).toEqual([['/pages/wallet/token']])
  expect(currentLocation().path).toBe('/pages/index/index')
  fireEvent.click(link)
  expect(currentLocation()).toMatchObject({ path: '/pages/wallet/token', query: { coin: 'USDT' } })
})
