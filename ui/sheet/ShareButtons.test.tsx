// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { turns } from '#kit/test/test-until.ts'
import { ShareButtons } from './ShareButtons.tsx'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'share')
})
const draw = () => render(<ShareButtons value={address} title="USDT · BNB Smart Chain" copy="Copy" share="Share" />)
const canShare = (share: () => Promise<void>) =>
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })

it('hands the whole text to another app, with what it is', () => {
  const share = vi.fn(async () => undefined)
  canShare(share)
  draw()
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  expect(share.mock.calls).toEqual([[{ title: 'USDT · BNB Smart Chain', text: address }]])
})

it('takes a share that was called off for no fault', async () => {
  const off = vi.fn()
  process.on('unhandledRejection', off)
  canShare(() => Promise.reject(new DOMException('called off', 'AbortError')))
  draw()
  fireEvent.click(screen.getByRole('button', { name: 'Share' }))
  await turns()
  process.off('unhandledRejection', off)
  expect(off).not.toHaveBeenCalled()
})

it('offers only to copy where the browser cannot share', () => {
  draw()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})
