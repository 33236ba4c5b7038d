// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { HoldButton } from './HoldButton.tsx'

beforeAll(() => i18n.activate('en'))
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const held = vi.fn()
function Held({ missing = [] }: { missing?: string[] }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <HoldButton look="gold" button={button} missing={missing} onHeld={held}>
      Send 5.00 USDT
    </HoldButton>
  )
}
function button() {
  held.mockClear()
  render(<Held />)
  return screen.getByRole('button', { name: 'Send 5.00 USDT' })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('acts once it was held, and once only', () => {
  const it = button()
  fireEvent.pointerDown(it, { button: 0 })
  pass(699)
  expect(held).not.toHaveBeenCalled()
  pass(1)
  expect(held).toHaveBeenCalledTimes(1)
  fireEvent.pointerUp(it)
  pass(10_000)
  expect(held).toHaveBeenCalledTimes(1)
})

it('does not act when the finger leaves early, slides off or is taken by the system', () => {
  const it = button()
  for (const end of [fireEvent.pointerUp, fireEvent.pointerLeave, fireEvent.pointerCancel]) {
    fireEvent.pointerDown(it, { button: 0 })
    pass(400)
    end(it)
    pass(10_000)
  }
  fireEvent.pointerDown(it, { button: 2 })
  pass(10_000)
  expect(held).not.toHaveBeenCalled()
})

it('acts at the second tap, and at the first press of a key', () => {
  const it = button()
  expect(screen.getByRole('status').textContent).toBe('confirm.hold')
  fireEvent.click(it, { detail: 1 })
  expect(held).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('confirm.again')
  fireEvent.click(it, { detail: 1 })
  expect(held).toHaveBeenCalledTimes(1)
  fireEvent.click(it, { detail: 0 })
  expect(held).toHaveBeenCalledTimes(2)
})

it('does nothing while something is missing', () => {
  held.mockClear()
  render(<Held missing={['Wallet password']} />)
  const it = screen.getByRole<HTMLButtonElement>('button')
  expect(it.disabled).toBe(true)
  fireEvent.click(it, { detail: 0 })
  expect(held).not.toHaveBeenCalled()
})
