import { useSyncExternalStore } from 'react'
import type { Path, Query } from '../shell/navigation.ts'

/** Spec point 9: a toast lasts 2 s, a notice 3 s. */
const toastMs = 2000
const noticeMs = 3000
/** Long enough to press the link. */
const linkMs = 8000

export type ToastTone = 'plain' | 'good' | 'bad'
export type ToastLink = { readonly to: Path; readonly query: Query; readonly label: string }
export type ToastRow = {
  readonly id: number
  readonly text: string
  readonly tone: ToastTone
  readonly link?: ToastLink | undefined
}

let last = 0
let rows: readonly ToastRow[] = []
const listeners = new Set<() => void>()
function change(next: readonly ToastRow[]): void {
  rows = next
  for (const listener of listeners) listener()
}
function show(text: string, tone: ToastTone, ms: number, link?: ToastLink): void {
  if (rows.some((row) => row.text === text)) return
  const id = ++last
  change([...rows.slice(-2), { id, text, tone, link }])
  setTimeout(() => change(rows.filter((row) => row.id !== id)), ms)
}

/** Shows identical messages once. */
export const toast = (text: string, tone: ToastTone = 'plain', link?: ToastLink): void =>
  show(text, tone, link ? linkMs : toastMs, link)
export const notify = (text: string, tone: ToastTone = 'plain'): void => show(text, tone, noticeMs)

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const current = (): readonly ToastRow[] => rows
export const useToasts = (): readonly ToastRow[] => useSyncExternalStore(subscribe, current, current)
