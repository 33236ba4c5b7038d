// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { ConfirmSheet } from './ConfirmSheet.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

function open(answer: () => Promise<unknown>) {
  let sent = 0
  const confirm = () => {
    sent += 1
    return answer()
  }
  render(
    <ConfirmSheet open onClose={() => undefined} title="Paid" action="I have paid" onConfirm={confirm}>
      Sure?
    </ConfirmSheet>,
  )
  const press = () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'I have paid', hidden: true })))
  return { press, sent: () => sent }
}

it('runs once while the answer is on its way and after it', async () => {
  const arrival = Promise.withResolvers<void>()
  const { press, sent } = open(() => arrival.promise)
  await press()
  await press()
  arrival.resolve()
  await press()
  await press()
  expect(sent()).toBe(1)
})

it('can run again after a failure', async () => {
  const { press, sent } = open(async () => false)
  await press()
  await press()
  expect(sent()).toBe(2)
})

it('waits for a second press where the action is final', async () => {
  let sent = 0
  const confirm = async () => {
    sent += 1
  }
  render(
    <ConfirmSheet open final onClose={() => undefined} title="Cancel" action="Cancel trade" onConfirm={confirm}>
      Sure?
    </ConfirmSheet>,
  )
  const press = () =>
    act(async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel trade', hidden: true }), { detail: 1 }))
  await press()
  expect(sent).toBe(0)
  await press()
  expect(sent).toBe(1)
})
