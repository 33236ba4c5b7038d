import { walletRecords } from '#features/balances/balances.contract.ts'
import { checkOwnProof, type OwnCheck, type OwnReads } from '#features/proof/checks/check-own.tsx'
import { doFall, type OwnRecord } from '#features/proof/checks/moved-since.ts'
import type { PublishedDay } from '#features/proof/checks/own-proof.ts'
import { proofSummary } from '#features/proof/proof.contract.ts'
import { idText, readId } from '#kit/amount/exact.ts'
import { minuteMs, wallClock } from '#kit/time/clock.ts'
import { call } from '#ui/call/call.ts'
import { reads } from '#ui/call/use-call.ts'
import { onSessionChange } from '#ui/session/session.ts'
import { onShown, readShown, type ShownTexts, shownTexts } from './own-figures.ts'

export type PastCheck = OwnCheck & { readonly at: string }
export type OwnProof =
  | { readonly is: 'checking' }
  /** Data or checking code could not be loaded. `last` is the previous result. */
  | { readonly is: 'unchecked'; readonly last: PastCheck | undefined }
  | { readonly is: 'checked'; readonly check: OwnCheck }

const recordsMax = 5_000
const pagesMax = 10

async function recordsSince(cut: bigint): Promise<readonly OwnRecord[] | undefined> {
  const found: OwnRecord[] = []
  let cursor = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const { items, next } = await call(walletRecords, { cursor, page: page === 0 ? 'few' : 'many' }, { quiet: true })
    found.push(...items)
    const last = items.at(-1)
    // IDs must decrease, or paging would never end. The caller reports violations.
    if (!next || !last || !idText.test(last.id) || readId(last.id) <= cut || !doFall(found)) return found
    cursor = next
  }
  return undefined
}

/** Latest public statement. Uses the cache unless its statement is older than `day`. */
async function newest(day: string): Promise<PublishedDay | null> {
  const ask = (staleTime: number) =>
    reads.fetchQuery({
      queryKey: [proofSummary.path, {}],
      queryFn: ({ signal }) => call(proofSummary, {}, { quiet: true, signal }),
      staleTime,
    })
  const { latest } = await ask(minuteMs)
  return (latest && latest.day >= day ? latest : (await ask(0)).latest) ?? null
}

type Found = {
  readonly walletId: string
  readonly day: string
  /** Figures that the check covered. `records` also keeps earlier ones, because records are immutable. */
  readonly balances: ReadonlySet<string>
  readonly records: ReadonlySet<string>
  readonly check: PastCheck
}
let found: Found | undefined
/** Displayed figures at the last check if it failed, otherwise undefined. */
let failed: string | undefined
let running: Promise<void> | undefined

const listeners = new Set<() => void>()
const told = (): void => {
  for (const listener of listeners) listener()
}

onSessionChange(() => {
  found = undefined
  failed = undefined
})

/** Calls `listener` after a check or a possible change of displayed figures. */
export function onProof(listener: () => void): () => void {
  listeners.add(listener)
  const end = onShown(listener)
  return () => {
    listeners.delete(listener)
    end()
  }
}

export const lastCheck = (walletId: string): PastCheck | undefined =>
  found?.walletId === walletId ? found.check : undefined

/** Whether the last check covers the displayed figures. A mismatch stays until the next check. */
export function isChecked(walletId: string, day: string): boolean {
  if (found?.walletId !== walletId || found.day !== day) return false
  const { balances, records, check } = found
  const now = shownTexts()
  return (
    check.answer.is === 'wrong' ||
    (now.balances.every((each) => balances.has(each)) && now.records.every((each) => records.has(each)))
  )
}
/** Displayed figures as text, or empty. */
export function shownNow(): string {
  const { balances, records } = shownTexts()
  return [...balances, ...records].join('\n')
}
/** Whether the last check failed and displayed figures have not changed since. */
export const isFailed = (): boolean => failed !== undefined && failed === shownNow()

/** Concurrent callers share a running check. */
export function checkNow(walletId: string, day: string): Promise<void> {
  running ??= check(walletId, day).finally(() => {
    running = undefined
    told()
  })
  return running
}

export const whenChecked = (): Promise<void> => running ?? Promise.resolve()

async function check(walletId: string, day: string): Promise<void> {
  let shown: ShownTexts = { balances: [], records: [] }
  const reads: OwnReads = {
    shown: async () => {
      const read = await readShown()
      shown = read.texts
      return read
    },
    recordsSince,
    newest,
  }
  try {
    const made = await checkOwnProof(walletId, reads)
    const before = found?.walletId === walletId && found.records.size < recordsMax ? found.records : []
    found = {
      walletId,
      day,
      balances: new Set(shown.balances),
      records: new Set([...before, ...shown.records]),
      check: { ...made, at: wallClock.now().toISOString() },
    }
    failed = undefined
  } catch {
    failed = shownNow()
  }
}
