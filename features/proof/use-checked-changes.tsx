import { useEffect, useState } from 'react'
import { deviceStore, readKept } from '#ui/device-store.ts'
import { type ChangeHead, type ChangeLine, firstWrongLine, isHeadRight, isNamedThere } from './check-changes.ts'

export type Checked =
  | { readonly is: 'checking' }
  | { readonly is: 'right'; readonly lines: number }
  | { readonly is: 'wrong_line'; readonly line: number }
  | { readonly is: 'wrong_head' }
  /** The program that checks signatures could not be fetched. */
  | { readonly is: 'unchecked' }

type Named = { readonly line: number; readonly hash: string } | undefined

/**
 * Checks lines and the newest head on this device, and keeps the head: the log must have it whenever it is looked at again.
 * @param named the line that the latest signed statement names
 * @param isWhole whether the server says that there are no older lines
 */
export function useCheckedChanges(
  lines: readonly ChangeLine[] | undefined,
  head: ChangeHead | undefined,
  named: Named,
  isWhole: boolean,
): Checked {
  const [checked, setChecked] = useState<Checked>({ is: 'checking' })
  const upTo = lines?.at(-1)?.line
  const newest = lines?.[0]?.line
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines never change, so those read are named by the first and the last of them.
  useEffect(() => {
    if (lines === undefined) return
    let isOver = false
    void check(lines, head, named, isWhole)
      .catch((): Checked => ({ is: 'unchecked' }))
      .then((found) => {
        if (!isOver) setChecked(found)
      })
    return () => {
      isOver = true
    }
  }, [newest, upTo, head?.hash, named?.hash, isWhole])
  return checked
}

const isHead = (value: unknown): value is ChangeHead => typeof (value as ChangeHead | null)?.hash === 'string'

async function check(
  lines: readonly ChangeLine[],
  head: ChangeHead | undefined,
  named: Named,
  isWhole: boolean,
): Promise<Checked> {
  const { isSignatureRight } = await import('#identity/identity-key.ts')
  const line = firstWrongLine(lines, isSignatureRight, isWhole)
  if (line !== undefined) return { is: 'wrong_line', line }
  if (named && !isNamedThere(named, lines)) return { is: 'wrong_head' }
  if (head) {
    const kept = await readKept('logHead', isHead)
    if (!isHeadRight(head, lines, isSignatureRight, kept)) return { is: 'wrong_head' }
    await deviceStore.set('logHead', JSON.stringify(head))
  }
  return { is: 'right', lines: lines.length }
}
