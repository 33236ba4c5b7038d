import { type ReactNode, useEffect, useState } from 'react'
import { Note, RightNote } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import type { PoolsQuestion } from '../pools/check-pools.ts'
import type { PublicQuestion } from '../public-proof.ts'
import { type AnswerTo, checkApart } from './check-apart.tsx'
import { isOtherKey } from './kept-key.tsx'
import { keepStatements } from './kept-statements.tsx'

type Question = PoolsQuestion | PublicQuestion
type Checked<Q extends Question> = AnswerTo<Q> | { readonly is: 'checking' | 'unchecked' }

/** A forger could show one device statements signed by a different key, so compare with the kept key. */
async function check<Q extends Question>(question: Q): Promise<Checked<Q>> {
  const [latest] = question.statements
  if (latest && (await isOtherKey(latest.publicKey))) return { is: 'wrong', detail: 'another key' } as Checked<Q>
  const found = await checkApart(question)
  if (found.is === 'right') await keepStatements(question.statements)
  return found
}

/** Runs in a worker. @param key identifies the question */
export function useChecked<Q extends Question>(question: Q | undefined, key: string): Checked<Q> {
  const [checked, setChecked] = useState<Checked<Q>>({ is: 'checking' })
  const isAsked = question !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question.
  useEffect(() => {
    if (!question) return
    let isOver = false
    void check(question)
      .catch((): Checked<Q> => ({ is: 'unchecked' }))
      .then((found) => {
        if (!isOver) setChecked(found)
      })
    return () => {
      isOver = true
    }
  }, [isAsked, key])
  return checked
}

export function CheckedNote({ checked, right }: { checked: Checked<Question>; right: ReactNode }) {
  const t = useText()
  return (
    <div role="status" className={checked.is === 'checking' ? 'min-h-22' : ''}>
      {checked.is === 'checking' && <Note tone="plain">{t('changes.checking')}</Note>}
      {checked.is === 'unchecked' && <Note>{t('proof.unchecked')}</Note>}
      {checked.is === 'wrong' && <Note tone="neg">{t('proof.wrong', { detail: checked.detail })}</Note>}
      {checked.is === 'right' && <RightNote>{right}</RightNote>}
    </div>
  )
}
