// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { BackUpFirst } from './BackUpFirst.tsx'

const known = vi.hoisted(() => ({ wallet: {} }))
vi.mock('#ui/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useDeviceWallet: () => known.wallet,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const shown = (walletId: string, facts: { activated: boolean; sealedPhrase: string }) => {
  known.wallet = { walletId, name: '', hint: '', ...facts }
  return render(<BackUpFirst>the address</BackUpFirst>)
}
const backUp = () => screen.getByText('deposit.back_up').closest('a')?.getAttribute('href')

it('asks for the backup before the address of a wallet whose words are on this device alone, and closes nothing for good', () => {
  shown('W1', { activated: false, sealedPhrase: 'p1.a.b.c' })
  expect(screen.queryByText('the address')).toBeNull()
  expect(screen.getByText('deposit.not_backed_up_why')).toBeDefined()
  expect(backUp()).toBe('#/pages/back/index')
  fireEvent.click(screen.getByText('deposit.show_anyway'))
  expect(screen.getByText('the address')).toBeDefined()
  expect(screen.getByText('deposit.not_backed_up_short')).toBeDefined()
  expect(backUp()).toBe('#/pages/back/index')
  cleanup()
  shown('W1', { activated: false, sealedPhrase: 'p1.a.b.c' })
  expect(screen.getByText('the address')).toBeDefined()
  cleanup()
  shown('W2', { activated: false, sealedPhrase: 'p1.a.b.c' })
  expect(screen.queryByText('the address')).toBeNull()
})

it('says nothing to a wallet that is backed up, or whose words are on no device', () => {
  for (const facts of [
    { activated: true, sealedPhrase: 'p1.a.b.c' },
    { activated: false, sealedPhrase: '' },
  ]) {
    shown('W3', facts)
    expect(screen.getByText('the address')).toBeDefined()
    expect(screen.queryByText('deposit.back_up')).toBeNull()
    cleanup()
  }
})
