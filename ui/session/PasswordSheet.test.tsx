// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { turns } from '#kit/test/test-until.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { checkPasswordWith } from '../form/password-check.ts'
import { PasswordSheet } from './PasswordSheet.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

it('asks for the Google code when the server does, where the screen did not expect it', async () => {
  checkPasswordWith(() => Promise.resolve())
  const codes: string[] = []
  const confirm = async ({ code }: { code: string }) => {
    codes.push(code)
    return code ? undefined : new CallFailure(answers.refused, 'identity.code_needed')
  }
  render(<PasswordSheet open onClose={() => undefined} title="Exchange" onConfirm={confirm} />)
  fireEvent.change(screen.getByLabelText('password.wallet'), { target: { value: 'Tranquil7heron' } })
  expect(screen.queryByLabelText('password.google_code')).toBeNull()
  fireEvent.submit(screen.getByRole('button', { name: 'confirm.confirm', hidden: true }).closest('form') as HTMLElement)
  const code = await waitFor(() => screen.getByLabelText('password.google_code'))
  fireEvent.change(code, { target: { value: '123456' } })
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'confirm.confirm', hidden: true }).disabled).toBe(
      false,
    ),
  )
  fireEvent.submit(code.closest('form') as HTMLElement)
  await waitFor(() => expect(codes).toEqual(['', '123456']))
})

it('sends once, even if the person presses again after the answer and before the screen changes', async () => {
  checkPasswordWith(() => Promise.resolve())
  let sent = 0
  const confirm = async () => {
    sent += 1
    return undefined
  }
  render(<PasswordSheet open onClose={() => undefined} title="Sell" onConfirm={confirm} />)
  fireEvent.change(screen.getByLabelText('password.wallet'), { target: { value: 'Tranquil7heron' } })
  const button = screen.getByRole('button', { name: 'confirm.confirm', hidden: true })
  const press = () => fireEvent.submit(button.closest('form') as HTMLElement)
  press()
  press()
  await waitFor(() => expect(sent).toBe(1))
  press()
  await turns()
  press()
  expect([sent, button.getAttribute('aria-disabled')]).toEqual([1, 'true'])
})

it('can send again after nothing was sent', async () => {
  checkPasswordWith(() => Promise.resolve())
  const answers = ['stay', undefined] as const
  let sent = 0
  render(<PasswordSheet open onClose={() => undefined} title="Add address" onConfirm={async () => answers[sent++]} />)
  fireEvent.change(screen.getByLabelText('password.wallet'), { target: { value: 'Tranquil7heron' } })
  const button = screen.getByRole('button', { name: 'confirm.confirm', hidden: true })
  for (const times of [1, 2]) {
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe(null))
    fireEvent.submit(button.closest('form') as HTMLElement)
    await waitFor(() => expect(sent).toBe(times))
  }
})

it('says that nothing was sent where the check of the password got no answer, until the network is back', async () => {
  checkPasswordWith(() => Promise.reject(new CallFailure('network', 'network')))
  let sent = 0
  const confirm = async () => {
    sent += 1
    return undefined
  }
  render(<PasswordSheet open onClose={() => undefined} title="Send" onConfirm={confirm} />)
  fireEvent.change(screen.getByLabelText('password.wallet'), { target: { value: 'Tranquil7heron' } })
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  fireEvent.submit(screen.getByRole('button', { name: 'confirm.confirm', hidden: true }).closest('form') as HTMLElement)
  await screen.findByText('network.not_sent')
  expect(sent).toBe(0)
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(screen.queryByText('network.not_sent')).toBeNull())
})

it('does not say so where the call itself got no answer', async () => {
  checkPasswordWith(() => Promise.resolve())
  const confirm = async () => new CallFailure('network', 'network')
  render(<PasswordSheet open onClose={() => undefined} title="Send" onConfirm={confirm} />)
  fireEvent.change(screen.getByLabelText('password.wallet'), { target: { value: 'Tranquil7heron' } })
  fireEvent.submit(screen.getByRole('button', { name: 'confirm.confirm', hidden: true }).closest('form') as HTMLElement)
  await screen.findByText('network.later')
})

it('says that the phone is offline, because the sheet covers the banner', async () => {
  render(<PasswordSheet open onClose={() => undefined} title="Exchange" onConfirm={async () => undefined} />)
  expect(screen.queryByText('state.offline')).toBeNull()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(globalThis.window, new Event('offline'))
  await waitFor(() => screen.getByText('state.offline'))
  vi.restoreAllMocks()
})

it.each([
  ['moves nothing', true, ['123456']],
  ['moves money', false, []],
])('sends a complete code without another press only where it %s', async (_, plain, sent) => {
  checkPasswordWith(() => Promise.resolve())
  const codes: string[] = []
  const confirm = async ({ code }: { code: string }) => {
    codes.push(code)
    return undefined
  }
  render(<PasswordSheet open onClose={() => undefined} title="Add" googleCode plain={plain} onConfirm={confirm} />)
  fireEvent.change(screen.getByLabelText('password.wallet'), { target: { value: 'Tranquil7heron' } })
  fireEvent.change(screen.getByLabelText('password.google_code'), { target: { value: '123456' } })
  await turns()
  expect(codes).toEqual(sent)
})
