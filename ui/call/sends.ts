import { wallClock } from '#kit/time/clock.ts'
import { askOutcome } from '#kit/wire/contracts/outcome.contract.ts'
import { isAskingPerson } from '../session/confirm-method.ts'
import { currentSession } from '../session/session.ts'
import { failureWords } from '../text/texts.ts'
import { call } from './call.ts'
import { failedOf, hidePending, type Pending, pendingNow, showPending } from './pending.ts'
import { pendingRows as rows } from './pending-rows.ts'
import { createSends, type SendPorts } from './pending-sends.ts'

async function list(owner: string): Promise<readonly Pending[]> {
  const kept: Pending[] = []
  for (const [key, row] of await rows.list()) {
    const text = row.owner === owner ? await rows.open(key, row) : undefined
    if (text !== undefined) kept.push(JSON.parse(text) as Pending)
  }
  return kept
}

/** Without browser locks, treats this tab as the only one. */
const hold: SendPorts['hold'] = async (key, how, work) =>
  navigator.locks
    ? navigator.locks.request(`pending ${key}`, { ifAvailable: how === 'now' }, async (lock) =>
        lock ? work() : undefined,
      )
    : work()

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

export const sends = createSends({
  call,
  ask: async (key) => (await call(askOutcome, { key }, { quiet: true })).outcome,
  owner: () => currentSession()?.walletId ?? '',
  now: () => wallClock.now().getTime(),
  kept: {
    put: (row) => rows.put({ owner: row.owner, name: row.key, at: row.at }, JSON.stringify(row)),
    remove: ({ owner, key }) => rows.remove(rows.keyOf({ owner, name: key })),
    list,
  },
  show: showPending,
  hide: hidePending,
  hold,
  wait,
  words: failureWords,
  isAsking: isAskingPerson,
})

export function closeFailed(what?: string): void {
  for (const row of failedOf(pendingNow(), currentSession()?.walletId ?? '', what)) void sends.close(row)
}
