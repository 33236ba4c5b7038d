import { useEffect, useState } from 'react'
import type { Published } from '#proofs/tree/format.ts'
import { changeKept, readKept } from '#ui/draft/kept-json.ts'
import {
  type ChangeHead,
  type ChangeLine,
  type ChangesAnswer,
  checkChanges,
  type KeptChanges,
} from './check-changes.ts'

/** unchecked: the signature checker could not be loaded. */
export type Checked = ChangesAnswer | { readonly is: 'checking' | 'unchecked' }

/** @param statement the latest; null before the first, undefined while loading @param isWhole true if the server claims no older entries */
export function useCheckedChanges(
  lines: readonly ChangeLine[] | undefined,
  head: ChangeHead | undefined,
  statement: Published | null | undefined,
  isWhole: boolean,
): Checked {
  const [checked, setChecked] = useState<Checked>({ is: 'checking' })
  const isRead = lines !== undefined && statement !== undefined
  const upTo = lines?.at(-1)?.line
  const newest = lines?.[0]?.line
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines never change, so those read are named by the first and the last of them.
  useEffect(() => {
    if (!lines || statement === undefined) return
    let isOver = false
    void check({ lines, head, statement: statement ?? undefined, isWhole })
      .catch((): Checked => ({ is: 'unchecked' }))
      .then((found) => {
        if (!isOver) setChecked(found)
      })
    return () => {
      isOver = true
    }
  }, [isRead, newest, upTo, head?.hash, statement?.signature, isWhole])
  return checked
}

const isKept = (value: unknown): value is KeptChanges => typeof (value as KeptChanges | null)?.hash === 'string'

async function check(question: Omit<Parameters<typeof checkChanges>[0], 'kept'>): Promise<ChangesAnswer> {
  const { isSignatureRight } = await import('#identity/sessions/identity-key.ts')
  const answer = checkChanges({ ...question, kept: await readKept('logHead', isKept) }, isSignatureRight)
  const { keep } = answer.is === 'right' ? answer : {}
  if (keep) await changeKept('logHead', isKept, (now) => (isNewer(now, keep) ? now : keep))
  return answer
}

function isNewer(now: KeptChanges | undefined, keep: KeptChanges): now is KeptChanges {
  if (!now) return false
  return now.line > keep.line || (now.statement?.day ?? '') > (keep.statement?.day ?? '')
}
