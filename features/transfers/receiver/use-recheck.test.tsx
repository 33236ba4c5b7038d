// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRecheck } from './use-recheck.tsx'

const ask = vi.fn(async () => undefined)
function Waiting({ isWaiting }: { isWaiting: boolean }) {
  useRecheck(isWaiting, ask)
  return null
}
const show = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
const after = async (seconds: number): Promise<number> => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return ask.mock.calls.length
}

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockClear()
})
afterEach(() => {
  cleanup()
  show('visible')
  vi.useRealTimers()
})

it('asks less and less often, until it need not wait any more', async () => {
  const { rerender } = render(<Waiting isWaiting />)
  expect([await after(3.9), await after(0.1), await after(6), await after(10), await after(19)]).toEqual([
    0, 1, 2, 3, 3,
  ])
  rerender(<Waiting isWaiting={false} />)
  expect(await after(600)).toBe(3)
})

it('rests while nobody looks, and asks at once when somebody does', async () => {
  render(<Waiting isWaiting />)
  show('hidden')
  expect(await after(600)).toBe(0)
  show('visible')
  expect(await after(0)).toBe(1)
  for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) show(state)
  expect([await after(3.9), await after(0.1)]).toEqual([1, 2])
})

it('asks again by focus and when there is a network again', async () => {
  render(<Waiting isWaiting />)
  expect(await after(20)).toBe(3)
  await after(5)
  dispatchEvent(new Event('focus'))
  expect(await after(0)).toBe(4)
  await after(5)
  dispatchEvent(new Event('online'))
  expect(await after(0)).toBe(5)
})
