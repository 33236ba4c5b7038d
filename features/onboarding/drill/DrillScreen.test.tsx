// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { wallClock } from '#kit/time/clock.ts'
import { deviceStore } from '#ui/device/device-store.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const wallet = { walletId: 'W1', name: 'One', hint: '', activated: true, sealedPhrase: 'sealed' }
const kept = new Map<string, string>()

vi.mock('#ui/device/device-store.ts', () => ({
  deviceStore: {
    get: async (name: string) => kept.get(name),
    set: async (name: string, value: string) => void kept.set(name, value),
  },
}))
vi.mock('#ui/draft/kept-json.ts', () => {
  const readKept = async (name: string) => JSON.parse(kept.get(name) ?? 'null') ?? undefined
  const changeKept = async (name: string, _: unknown, make: (now: unknown) => unknown) => {
    const made = make(await readKept(name))
    kept.set(name, JSON.stringify(made))
    return made
  }
  return { readKept, changeKept }
})
vi.mock('#ui/session/session.ts', () => ({ useDeviceWallet: () => wallet, onSessionChange: () => undefined }))
vi.mock('#ui/device/sealed-words.ts', () => ({
  openWords: async (_id: string, password: string) => (password === 'right1' ? words : undefined),
}))

const { DrillNote } = await import('./DrillNote.tsx')
const { DrillScreen } = await import('./DrillScreen.tsx')

const fetched = vi.fn()
beforeEach(() => {
  kept.clear()
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
  i18n.load('en', { 'drill.word': ['word ', ['place']] as never, 'form.missing': ['missing ', ['what']] as never })
  i18n.activate('en')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  expect(fetched).not.toHaveBeenCalled()
})
const due = (putOff: number) => deviceStore.set('drills', JSON.stringify({ W1: { from: 0, putOff } }))
const drillOf = () => JSON.parse(kept.get('drills') ?? '{}').W1

it('offers nothing right after the backup, and the drill once it is due, with a way to put it off twice', async () => {
  const { unmount } = render(<DrillNote />)
  await waitFor(() => expect(drillOf()).toMatchObject({ putOff: 0 }))
  expect(screen.queryByText('drill.begin')).toBeNull()
  unmount()
  await due(1)
  render(<DrillNote />)
  await screen.findByText('drill.begin')
  fireEvent.click(screen.getByRole('button', { name: 'drill.later' }))
  await waitFor(() => expect(screen.queryByText('drill.begin')).toBeNull())
  expect(drillOf().putOff).toBe(2)
  cleanup()
  await due(2)
  render(<DrillNote />)
  await screen.findByText('drill.begin')
  expect(screen.queryByRole('button', { name: 'drill.later' })).toBeNull()
})

it('compares three words on this device alone: a wrong one is named, and only all three and the password pass', async () => {
  await due(2)
  const { container } = render(<DrillScreen />)
  const fields = screen.getAllByLabelText(/^word \d+$/)
  expect(fields).toHaveLength(3)
  const placeOf = (field: HTMLElement) =>
    Number(container.querySelector(`label[for="${field.id}"]`)?.textContent?.slice(5))
  const enter = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  const submit = () => fireEvent.submit(container.querySelector('form') as HTMLFormElement)
  for (const field of fields) enter(field, ` ${words.split(' ')[placeOf(field) - 1]?.toUpperCase()} `)
  const [first] = fields as [HTMLElement]
  enter(first, 'zebra')
  const password = screen.getByLabelText('password.wallet')
  enter(password, 'wrong1')
  submit()
  await screen.findByText('back_up.password_wrong')
  expect(drillOf().from).toBe(0)
  enter(password, 'right1')
  submit()
  await screen.findByText('drill.wrong')
  expect(screen.getByText('drill.again')).toBeDefined()
  expect(drillOf().from).toBe(0)
  enter(first, words.split(' ')[placeOf(first) - 1] ?? '')
  submit()
  await waitFor(() => expect(drillOf().from).toBeGreaterThan(wallClock.now().getTime()))
  expect(drillOf().putOff).toBe(0)
})
