import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import { FieldFrame } from '../form/Field.tsx'
import { showAmount } from '../text/format.ts'
import { type Say, useText } from '../text/texts.ts'
import type { DraftBox } from './use-draft.ts'

type QuestionProps = { readonly draft: Pick<DraftBox, 'choices' | 'set'>; readonly coin?: string }

export function DraftQuestion({ draft, coin = '' }: QuestionProps) {
  const t = useText()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-ink">
      {t('amount.unclear')}
      {draft.choices.map((choice) => (
        <Button key={choice} look="quiet" compact onClick={() => draft.set(choice)}>
          {`${showAmount(choice, { exact: true })} ${coin}`.trim()}
        </Button>
      ))}
    </div>
  )
}

/** Error text for the last rejected input. */
function refusalOf({ note, wholeMax, decimalsMax, decimal }: DraftBox, t: Say): string | undefined {
  if (note === 'form') return t('amount.not_read', { example: `1234${decimal}50` })
  if (note === 'decimals') return t('amount.decimals', { count: String(decimalsMax) })
  return note === 'long' ? t('amount.long', { count: String(wholeMax) }) : undefined
}

type DraftFrameProps = {
  readonly draft: DraftBox
  readonly label: string
  readonly coin?: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly aside?: ReactNode
  readonly children: (box: { id: string; describedBy: string | undefined; isWrong: boolean }) => ReactNode
}

export function DraftFrame({ draft, label, coin = '', hint, error, aside, children }: DraftFrameProps) {
  const t = useText()
  const wrong = refusalOf(draft, t) ?? error
  const question = draft.note === 'unclear' ? <DraftQuestion draft={draft} coin={coin} /> : undefined
  return (
    <FieldFrame label={label} hint={question ?? hint} error={question ? undefined : wrong} aside={aside}>
      {(ids) => children({ ...ids, isWrong: wrong !== undefined && wrong !== '' })}
    </FieldFrame>
  )
}
