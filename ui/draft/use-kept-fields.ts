import { useEffect, useState } from 'react'
import { wallClock } from '#kit/time/clock.ts'
import { currentSession, deviceWallets, useSession } from '../session/session.ts'
import { areDrafts, draftOf, type Fields, withDraft } from './drafts.ts'
import { changeKept, readKept } from './kept-json.ts'

const known = new Map<string, Fields>()
const nowMs = (): number => wallClock.now().getTime()
const placeOf = (walletId: string, form: string): string => `${walletId} ${form}`

const waiting = new Map<string, { readonly of: string; readonly form: string; readonly fields: Fields | undefined }>()
let writing = false
async function write(): Promise<void> {
  if (writing) return
  writing = true
  try {
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [place, change] = next.value
      waiting.delete(place)
      const wallets = deviceWallets().map(({ walletId }) => walletId)
      await changeKept('drafts', areDrafts, (kept = {}) => withDraft(kept, wallets, { ...change, at: nowMs() }))
    }
  } finally {
    writing = false
  }
}

export function dropDraft(form: string): void {
  const of = currentSession()?.walletId
  if (!of) return
  known.set(placeOf(of, form), {})
  waiting.set(placeOf(of, form), { of, form, fields: undefined })
  void write().catch(() => {})
}

const none: readonly string[] = []

type KeptFields<F> = {
  readonly fields: F
  /** True for a value from an earlier visit. */
  isKept(name: string & keyof F): boolean
  change(part: Partial<F>): void
}

/**
 * Form fields saved on the device until sent. @param form form and subject: "withdraw USDT bsc" @param empty initial values @param given
 * values from the address, which override drafts
 */
export function useKeptFields<F extends Fields>(form: string, empty: F, given: Partial<F> = {}): KeptFields<F> {
  const walletId = useSession()?.walletId ?? ''
  const place = placeOf(walletId, form)
  const begin = (): F => ({ ...empty, ...known.get(place), ...given })
  const [kept, setKept] = useState(() => ({ place, fields: begin(), touched: none }))
  const state = kept.place === place ? kept : { place, fields: begin(), touched: none }
  if (state !== kept) setKept(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is read once for a place
  useEffect(() => {
    if (!walletId || known.has(place)) return
    let wanted = true
    void readKept('drafts', areDrafts).then((all = {}) => {
      const fields = draftOf(all, walletId, form, nowMs())
      if (known.has(place)) return
      known.set(place, fields ?? {})
      if (!wanted || !fields) return
      setKept((now) =>
        now.place === place && now.touched.length === 0 ? { ...now, fields: { ...empty, ...fields, ...given } } : now,
      )
    })
    return () => {
      wanted = false
    }
  }, [place])
  const change = (part: Partial<F>) => {
    const fields = { ...state.fields, ...part }
    setKept({ place, fields, touched: [...state.touched, ...Object.keys(part)] })
    if (!walletId) return
    known.set(place, fields)
    const isEmpty = Object.keys(empty).every((name) => fields[name] === empty[name])
    waiting.set(place, { of: walletId, form, fields: isEmpty ? undefined : fields })
    void write().catch(() => {})
  }
  const isKept = (name: string & keyof F): boolean =>
    !state.touched.includes(name) && given[name] === undefined && state.fields[name] !== empty[name]
  return { fields: state.fields, isKept, change }
}
