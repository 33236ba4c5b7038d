import { useCallback, useEffect, useState } from 'react'
import { walletAssets, walletRecords } from '#features/balances/balances.contract.ts'
import { checkOwnProof, type OwnCheck, type OwnReads } from '#features/proof/check-own.tsx'
import { doFall, type OwnRecord } from '#features/proof/moved-since.ts'
import { proofSummary } from '#features/proof/proof.contract.ts'
import { minuteMs, wallClock } from '#kit/clock.ts'
import { call } from '#ui/call.ts'
import { useSession } from '#ui/session.ts'
import { useRead } from '#ui/use-call.ts'
import { useOnline } from '#ui/use-online.ts'

/** A check, and when this device made it. */
export type PastCheck = OwnCheck & { readonly at: string }
export type OwnProof =
  | { readonly is: 'checking' }
  /** Nothing could be fetched, or the program that checks: what was found before stands, and since when it was not checked. */
  | { readonly is: 'unchecked'; readonly last: PastCheck | undefined }
  | { readonly is: 'checked'; readonly check: OwnCheck }

/** Pages of 200 records each. */
const pagesMax = 10

const reads: OwnReads = {
  shown: async () => (await call(walletAssets, {}, { quiet: true })).items.filter(({ kind }) => kind === 'coin'),
  recordsSince: async (cut) => {
    const found: OwnRecord[] = []
    let cursor = ''
    for (let page = 0; page < pagesMax; page += 1) {
      const { items, next } = await call(walletRecords, { cursor, page: page === 0 ? 'few' : 'many' }, { quiet: true })
      found.push(...items)
      const last = items.at(-1)
      // What does not fall has no end: whoever checks it says so.
      if (!next || !last || BigInt(last.id) <= cut || !doFall(found)) return found
      cursor = next
    }
    return undefined
  },
}

/** The last check of this start of the app: both places that show it ask once. */
let last: { readonly walletId: string; readonly day: string; readonly check: PastCheck } | undefined
const lastOf = (walletId: string): PastCheck | undefined => (last?.walletId === walletId ? last.check : undefined)

/**
 * Checks one's own proof without a tap: after sign-in, and again with each new statement.
 * @param anew whether what was found a moment ago is not enough, because amounts of now are shown beside what is proven
 */
export function useOwnProof({ anew = false } = {}): { readonly proof: OwnProof; again(): Promise<void> } {
  const walletId = useSession()?.walletId ?? ''
  const isOnline = useOnline()
  const summary = useRead(proofSummary, {}, { everyMs: minuteMs })
  const day = summary.data ? (summary.data.latest?.day ?? 'none') : undefined
  // What was read before stays while the next try waits for a network: it says nothing of now.
  const failed = !isOnline || summary.error !== null || summary.fetchStatus === 'paused'
  const [proof, setProof] = useState<OwnProof>({ is: 'checking' })

  const again = useCallback(async () => {
    const before = lastOf(walletId)
    const found = await checkOwnProof(walletId, reads).catch(() => undefined)
    const check = found && { ...found, at: wallClock.now().toISOString() }
    if (check && day) last = { walletId, day, check }
    setProof(check ? { is: 'checked', check } : { is: 'unchecked', last: before })
  }, [walletId, day])

  useEffect(() => {
    if (!walletId) return
    if (failed) setProof({ is: 'unchecked', last: lastOf(walletId) })
    else if (day === undefined) return
    else if (!anew && last?.walletId === walletId && last.day === day && last.check.answer.is !== 'wrong')
      setProof({ is: 'checked', check: last.check })
    else void again()
  }, [walletId, day, failed, again, anew])

  return { proof, again }
}
