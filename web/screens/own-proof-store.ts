import { walletRecords } from '#features/balances/balances.contract.ts'
import { checkOwnProof, type OwnCheck, type OwnReads } from '#features/proof/check-own.tsx'
import { doFall, type OwnRecord } from '#features/proof/moved-since.ts'
import type { PublishedDay } from '#features/proof/own-proof.ts'
import { proofSummary } from '#features/proof/proof.contract.ts'
import { minuteMs, wallClock } from '#kit/clock.ts'
import { idText, readId } from '#kit/exact.ts'
import { call } from '#ui/call.ts'
import { onSessionChange } from '#ui/session.ts'
import { reads } from '#ui/use-call.ts'
import { onShown, readShown, type ShownTexts, shownTexts } from './own-figures.ts'

/** A check, and when this device made it. */
export type PastCheck = OwnCheck & { readonly at: string }
export type OwnProof =
  | { readonly is: 'checking' }
  /** Nothing could be fetched, or the program that checks: what was found before stands, and since when it was not checked. */
  | { readonly is: 'unchecked'; readonly last: PastCheck | undefined }
  | { readonly is: 'checked'; readonly check: OwnCheck }

/** Texts of records that are remembered as looked at. */
const recordsMax = 5_000
/** Pages of 200 records each. */
const pagesMax = 10

async function recordsSince(cut: bigint): Promise<readonly OwnRecord[] | undefined> {
  const found: OwnRecord[] = []
  let cursor = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const { items, next } = await call(walletRecords, { cursor, page: page === 0 ? 'few' : 'many' }, { quiet: true })
    found.push(...items)
    const last = items.at(-1)
    // What does not fall has no end: whoever checks it says so.
    if (!next || !last || !idText.test(last.id) || readId(last.id) <= cut || !doFall(found)) return found
    cursor = next
  }
  return undefined
}

/** The newest statement as everybody is shown it: what a screen read of it is taken, unless it is of a day before the one asked for. */
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

/** What was found last, of which wallet and day, and what the screens showed then. */
type Found = {
  readonly walletId: string
  readonly day: string
  /** Balances are looked at anew with each check; a record never changes, so those looked at before stay. */
  readonly balances: ReadonlySet<string>
  readonly records: ReadonlySet<string>
  readonly check: PastCheck
}
let found: Found | undefined
/** What screens showed when a check could not be made; undefined while the last one could. */
let failed: string | undefined
let running: Promise<void> | undefined

const listeners = new Set<() => void>()
const told = (): void => {
  for (const listener of listeners) listener()
}

/** Another wallet: what was found of this one is forgotten. */
onSessionChange(() => {
  found = undefined
  failed = undefined
})

/** Told when a check is over, and when screens may show something else. */
export function onProof(listener: () => void): () => void {
  listeners.add(listener)
  const end = onShown(listener)
  return () => {
    listeners.delete(listener)
    end()
  }
}

/** The last check of a wallet since the app began, whatever is shown now. */
export const lastCheck = (walletId: string): PastCheck | undefined =>
  found?.walletId === walletId ? found.check : undefined

/** Whether what screens show now is what the last check looked at. A finding stands until another check is over. */
export function isLooked(walletId: string, day: string): boolean {
  if (found?.walletId !== walletId || found.day !== day) return false
  const { balances, records, check } = found
  const now = shownTexts()
  return (
    check.answer.is === 'wrong' ||
    (now.balances.every((each) => balances.has(each)) && now.records.every((each) => records.has(each)))
  )
}
/** What screens show, as one text; empty while that is nothing. */
export function shownNow(): string {
  const { balances, records } = shownTexts()
  return [...balances, ...records].join('\n')
}
/** Whether the last check could not be made, and nothing has changed since. */
export const isFailed = (): boolean => failed !== undefined && failed === shownNow()

/** Checks one's own proof against what screens show. Who asks while a check runs gets that one. */
export function checkNow(walletId: string, day: string): Promise<void> {
  running ??= check(walletId, day).finally(() => {
    running = undefined
    told()
  })
  return running
}

/** Resolves when no check runs. */
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
