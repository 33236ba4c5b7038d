import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { i18n } from '@lingui/core'
import { act, cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import { seededDice } from '#kit/text/random.ts'
import type { StorageName } from '#kit/wire/storage-keys.ts'
import { reads } from '#ui/call/use-call.ts'
import { endSession } from '#ui/session/end-session.ts'
import { loadSession } from '#ui/session/session.ts'
import { ErrorBoundary } from '#web/failing/ErrorBoundary.tsx'
import { MyProofScreen } from '#web/screens/proof/MyProofScreen.tsx'
import { whenChecked } from '#web/screens/proof/own-proof-store.ts'
import { WalletScreen } from '#web/screens/WalletScreen.tsx'
import { setUpLies } from './test-lying-device.ts'
import type { Recording } from './test-record.ts'
import { lyingLine, type Sent } from './test-rewriter.ts'

export type Sight = { readonly figures: ReadonlyMap<string, number>; readonly said: Saying; readonly note: string }
/** right: a shield or "all proven" · other: another message · silent: no message */
type Saying = 'right' | 'other' | 'silent'
export type Lie = {
  readonly run: number
  readonly figure: string
  readonly shown: number
  readonly most: number
  readonly said: Saying
}
export type Outcome = {
  readonly runs: number
  readonly more: number
  readonly right: number
  readonly nothing: number
  readonly found: readonly Lie[]
}

const doubts = ['wrong', 'checking', 'unchecked', 'partly', 'old', 'demo', 'later', 'since'].map(
  (name) => `home.proof_${name}`,
)
const verdicts = [
  'proof.wrong',
  'proof.old',
  'proof.mine_none',
  'proof.mine_not_compared',
  'proof.mine_unproven',
  'proof.mine_unchecked',
  'proof.none',
]

const numberOf = (text: string): number => Number(text.replace(/[^0-9.-]/g, ''))

function look(container: HTMLElement): Sight {
  const figures = new Map<string, number>()
  const total = container.querySelector('.text-display .num')
  if (total) figures.set('total', numberOf(total.textContent ?? ''))
  for (const row of container.querySelectorAll('[aria-label="wallet.assets"] > li')) {
    const coin = row.querySelector('.font-semi')?.textContent ?? ''
    const inside = row.querySelector('.text-end')
    const names = ['available', ...(inside?.textContent?.includes('wallet.in_use') ? ['in use'] : []), 'value']
    for (const [place, num] of [...(inside?.querySelectorAll('.num') ?? [])].entries())
      if (names[place]) add(figures, `${coin} ${names[place]}`, numberOf(num.textContent ?? ''))
  }
  for (const section of container.querySelectorAll('section')) {
    const heading = section.querySelector('h2, h3')?.textContent ?? ''
    const shown = [...section.querySelectorAll('.num')].at(2)
    if (heading.includes('proof.kind.') && shown) add(figures, heading, numberOf(shown.textContent ?? ''))
  }
  const note = container.textContent ?? ''
  const isDoubted = [...doubts, ...verdicts].some((text) => note.includes(text)) || note.includes('network.')
  const isRight = note.includes('home.proof_right') || note.includes('proof.mine_right')
  return { figures, note, said: isDoubted ? 'other' : isRight ? 'right' : 'silent' }
}
const add = (figures: Map<string, number>, name: string, value: number): void =>
  void figures.set(name, (figures.get(name) ?? 0) + value)

const most = (figures: ReadonlyMap<string, number>, name: string): number => figures.get(name) ?? 0

const hashMs = 25

/** Maximum unfinished steps before a check counts as stuck. */
const busyMost = 400

async function settle(steps: number, onStep: () => Sight): Promise<void> {
  let before = ''
  // Steps with pending hashes or reads do not count, because their duration depends on the machine.
  for (let [step, busy] = [0, 0]; step < steps && busy < busyMost; ) {
    let isChecked = false
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1_600)
      await turn()
      await Promise.race([whenChecked().then(() => (isChecked = true)), pause(hashMs)])
      await turn()
    })
    if (isChecked) step += 1
    else busy += 1
    const { note, said } = onStep()
    if (said !== 'silent' && !note.includes('home.proof_checking') && note === before && reads.isFetching() === 0)
      return
    before = note
  }
}

export async function openLies(recording: Recording) {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const device = setUpLies(recording)
  let line: (name: string) => Sent = () => ({ status: 500, body: '' })
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'https://wallet.example')
    const path = url.pathname.replace('/api', '')
    if (path === '/req-token')
      return Response.json({ code: 0, msg: 'success', data: { 'req-token': 'token' } }, { status: 200 })
    const name = path === '/wallet/logs' ? `${path} ${url.searchParams.get('page')}` : path
    const { status, body } =
      name in recording.honest ? line(name) : { status: 200, body: '{"code":400,"msg":"request.failed","data":null}' }
    return new Response(body, { status })
  })

  /** Observes the screen until stable and, with `again`, also after a full reload. */
  async function watch(screen: 'wallet' | 'mine', again: boolean): Promise<Sight[]> {
    await act(loadSession)
    const { container } = render(
      <ErrorBoundary>{screen === 'wallet' ? <WalletScreen /> : <MyProofScreen />}</ErrorBoundary>,
    )
    const seen: Sight[] = []
    const steps = 8
    const note = () => {
      const sight = look(container)
      seen.push(sight)
      return sight
    }
    await settle(steps, note)
    if (again) {
      await act(async () => void reads.invalidateQueries({ queryKey: ['/wallet/assets'] }))
      await settle(steps, note)
    }
    cleanup()
    await act(endSession)
    reads.clear()
    device.session(recording.walletId)
    return seen
  }

  const honestLine = (name: string): Sent => ({ status: 200, body: JSON.stringify(recording.honest[name]) })
  const honest = async (screen: 'wallet' | 'mine') => {
    line = honestLine
    return (await watch(screen, true)).at(-1) as Sight
  }
  device.session(recording.walletId)
  await import('#web/screens/home/ProofBadge.tsx')
  const truth = { wallet: await honest('wallet'), mine: await honest('mine') }
  const kept = new Map(device.kept)

  /** @param from first run number; with the seed it identifies a run @param until stop after this many lies shown as correct */
  async function run(seed: number, from: number, runs: number, until = Number.POSITIVE_INFINITY): Promise<Outcome> {
    const found: Lie[] = []
    let [more, right, nothing] = [0, 0, 0]
    for (let number = from; number < from + runs && found.length < until; number += 1) {
      const dice = seededDice(seed * 1_000_003 + number)
      const screen = dice.chance(0.75) ? 'wallet' : 'mine'
      device.kept.clear()
      if (dice.chance(0.5)) for (const [name, value] of kept) device.kept.set(name as StorageName, value)
      device.session(recording.walletId)
      line = lyingLine(recording, dice)
      const seen = await watch(screen, dice.chance(0.4))
      const last = seen.at(-1)
      const isMore = (sight: Sight) =>
        [...sight.figures].filter(([figure, value]) => value > most(truth[screen].figures, figure) + 1e-9)
      if (seen.some((sight) => isMore(sight).length > 0)) more += 1
      if (seen.every(({ figures }) => figures.size === 0)) nothing += 1
      if (last?.said === 'right' && isMore(last).length === 0) right += 1
      for (const sight of seen) {
        // The screen may show no status during a check but not at the end.
        const isUnsaid = sight.said === 'right' || (sight === last && sight.said === 'silent')
        const [figure] = isUnsaid ? isMore(sight) : []
        if (!figure) continue
        const lie = {
          run: number,
          figure: figure[0],
          shown: figure[1],
          most: most(truth[screen].figures, figure[0]),
          said: sight.said,
          ...(process.env.LYING_NOTES ? { note: sight.note } : {}),
        }
        found.push(lie)
        break
      }
    }
    return { runs, more, right, nothing, found }
  }
  return { truth, run }
}
