import { useEffect, useState } from 'react'
import type { QueueLogRow } from '#products/reservations/queue-log.ts'
import type { Published } from '#proofs/tree/format.ts'
import { changeKept, readKept } from '#ui/draft/kept-json.ts'
import { checkQueue, type KeptQueue, type QueueAnswer } from './check-queue.ts'

/** unchecked: the signature checker could not be loaded. */
export type CheckedQueue = QueueAnswer | { readonly is: 'checking' | 'unchecked' }

const isKept = (value: unknown): value is KeptQueue => typeof (value as KeptQueue | null)?.hash === 'string'

/** @param statement the latest; null before the first, undefined while loading */
export function useCheckedQueue(
  rows: readonly QueueLogRow[] | undefined,
  statement: Published | null | undefined,
): CheckedQueue {
  const [checked, setChecked] = useState<CheckedQueue>({ is: 'checking' })
  const key = rows && statement !== undefined && `${rows.length} ${rows[0]?.hash} ${statement?.signature}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row hangs on the one before, so rows are named by their number and the newest.
  useEffect(() => {
    if (!rows || statement === undefined) return
    let isOver = false
    void check(rows, statement ?? undefined)
      .catch((): CheckedQueue => ({ is: 'unchecked' }))
      .then((found) => {
        if (!isOver) setChecked(found)
      })
    return () => {
      isOver = true
    }
  }, [key])
  return checked
}

async function check(rows: readonly QueueLogRow[], statement: Published | undefined): Promise<QueueAnswer> {
  const { isSignatureRight } = await import('#identity/sessions/identity-key.ts')
  const answer = checkQueue({ rows, statement, kept: await readKept('queueHead', isKept) }, isSignatureRight)
  if (answer.is === 'right')
    await changeKept('queueHead', isKept, (now) => (now && now.line > answer.keep.line ? now : answer.keep))
  return answer
}
