import { createRoot } from 'react-dom/client'
import { PendingRows } from '#ui/call/PendingRows.tsx'
import { onPending, type Pending, pendingNow } from '#ui/call/pending.ts'
import { closeFailed, sends } from '#ui/call/sends.ts'
import { reads } from '#ui/call/use-call.ts'
import { onSessionChange } from '#ui/session/session.ts'
import { currentLocation, onLocationChange } from '#ui/shell/navigation.ts'
import { notify } from '#ui/show/toasts.ts'
import { loadTexts, say } from '#ui/text/texts.ts'

const lastState = new Map<string, Pending['state']>()
/** Reports each outcome once, on any screen. */
function sayEnds(): void {
  for (const { key, state, what, why } of pendingNow()) {
    const before = lastState.get(key)
    lastState.set(key, state)
    if (before !== 'waiting' || state === 'waiting') continue
    const words = state === 'refused' ? say('pending.refused', { reason: why }) : say(`pending.${state}`)
    notify(`${what}: ${words}`, state === 'done' ? 'good' : 'bad')
    void reads.invalidateQueries()
  }
}

let visit = currentLocation().visit
function closeOnLeaving(): void {
  if (currentLocation().visit === visit) return
  visit = currentLocation().visit
  closeFailed()
}

export async function followPending(): Promise<void> {
  await loadTexts(['core'])
  const place = document.createElement('div')
  document.body.prepend(place)
  createRoot(place).render(<PendingRows />)
  onPending(sayEnds)
  onLocationChange(closeOnLeaving)
  const find = () => void sends.recover(new AbortController().signal).catch(() => undefined)
  onSessionChange(find)
  for (const event of ['online', 'pageshow']) addEventListener(event, find)
  find()
}
