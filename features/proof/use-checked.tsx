import { type ReactNode, useEffect, useState } from 'react'
import { Note } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useText } from '#ui/texts.ts'
import { checkApart } from './check-apart.tsx'
import type { PoolsAnswer, PoolsQuestion } from './pools/check-pools.ts'

export type Checked = PoolsAnswer | { readonly is: 'checking' | 'unchecked' }

/** Checks sums of days in a thread of its own. @param key names what is asked: another question has another */
export function useChecked(question: PoolsQuestion | undefined, key: string): Checked {
  const [checked, setChecked] = useState<Checked>({ is: 'checking' })
  const isAsked = question !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question.
  useEffect(() => {
    if (!question) return
    let isOver = false
    void checkApart(question)
      .catch((): Checked => ({ is: 'unchecked' }))
      .then((found) => {
        if (!isOver) setChecked(found)
      })
    return () => {
      isOver = true
    }
  }, [isAsked, key])
  return checked
}

/** What this device found, in words. */
export function CheckedNote({ checked, right }: { checked: Checked; right(count: number): ReactNode }) {
  const t = useText()
  return (
    <div role="status">
      {checked.is === 'checking' && <Note tone="plain">{t('changes.checking')}</Note>}
      {checked.is === 'unchecked' && <Note>{t('proof.unchecked')}</Note>}
      {checked.is === 'wrong' && <Note tone="neg">{t('proof.wrong', { detail: checked.detail })}</Note>}
      {checked.is === 'right' && (
        <Note tone="accent">
          <span className="flex items-start gap-2">
            <Icon name="shield" size={20} />
            <span>{right(checked.days)}</span>
          </span>
        </Note>
      )}
    </div>
  )
}
