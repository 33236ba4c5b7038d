// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { transfers } from '../transfers.contract.ts'

vi.mock('#ui/call/call.ts', () => ({ call: vi.fn() }))
vi.resetModules()
const { call } = await import('#ui/call/call.ts')
const { reads, useRead } = await import('#ui/call/use-call.ts')
const { useReceived } = await import('./use-received.tsx')
afterAll(() => vi.resetModules())

const paid = (id: number) => ({
  ...{ id, direction: 'in', receiverId: 'BWVWJ5GEZ3', nickname: '', coin: 'USDT', amount: '5', remark: '' },
  at: '2026-11-27T10:00:00.000Z',
})
const asOf = '2026-11-28T10:00:00.000Z'
const answer = (...ids: number[]) => {
  vi.mocked(call).mockResolvedValue({ items: ids.map(paid), next: '', asOf })
}
function Watching() {
  const came = useReceived(true).map(({ id }) => id)
  const told = useRead(transfers, { direction: 'in' }).data?.items.map(({ id }) => id)
  return <p>{`told ${told} came ${came.join() || 'none'}`}</p>
}
const says = (text: string) => screen.findByText(text)
const tell = () => act(() => reads.invalidateQueries({ queryKey: [transfers.path] }))
const show = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => reads.clear())
afterEach(() => {
  cleanup()
  show('visible')
  vi.unstubAllGlobals()
})

it('takes what it finds first for old, even where something older was kept, and what is told later for new', async () => {
  reads.setQueryData([transfers.path, { direction: 'in' }], { items: [paid(3)], next: '', asOf })
  answer(4, 3)
  render(<Watching />)
  await says('told 4,3 came none')
  answer(6, 5, 4, 3)
  await tell()
  await says('told 6,5,4,3 came 6,5')
})

it('asks when the phone is looked at again', async () => {
  answer(4)
  render(<Watching />)
  await says('told 4 came none')
  show('hidden')
  answer(5, 4)
  show('visible')
  await says('told 5,4 came 5')
})

it('is felt once for each look that finds payments, by someone who touched the page', async () => {
  const vibrate = vi.fn()
  vi.stubGlobal('navigator', Object.assign(navigator, { vibrate, userActivation: { hasBeenActive: true } }))
  answer(4)
  render(<Watching />)
  await says('told 4 came none')
  expect(vibrate).not.toHaveBeenCalled()
  answer(6, 5, 4)
  await tell()
  await says('told 6,5,4 came 6,5')
  answer(6, 5)
  await tell()
  await says('told 6,5 came 6,5')
  expect(vibrate).toHaveBeenCalledTimes(1)
})
