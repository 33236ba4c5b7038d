// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { LockedScreen } from './LockedScreen.tsx'

const endSession = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('#ui/session/end-session.ts', async (original) => ({ ...(await original<object>()), endSession }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

it('asks before it logs out, as everywhere else, and does nothing where one thinks better of it', async () => {
  const onDone = vi.fn()
  render(<LockedScreen walletId="ABCDEFGHJK" onDone={onDone} />)
  const leave = () => screen.getAllByText('my.log_out').map((each) => each.closest('button') as HTMLButtonElement)
  fireEvent.click(leave()[0] as HTMLButtonElement)
  expect(screen.getByText('my.log_out_text')).toBeDefined()
  fireEvent.click(screen.getByText('confirm.cancel'))
  expect(endSession).not.toHaveBeenCalled()
  fireEvent.click(leave()[0] as HTMLButtonElement)
  fireEvent.click(leave().at(-1) as HTMLButtonElement)
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(endSession).toHaveBeenCalledOnce()
})
