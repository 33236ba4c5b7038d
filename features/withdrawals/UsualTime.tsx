import { type Fact, Facts } from '#ui/show/Facts.tsx'
import { showDuration } from '#ui/text/duration.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import type { WithdrawalRules } from './typed-amount.ts'

/** No estimate while something blocks the withdrawal. */
export function usualFacts(t: Say, { usual, late, waits }: WithdrawalRules): readonly Fact[] {
  if (waits.length > 0) return []
  if (late) return [{ label: t('usual.arrives'), value: t('usual.late') }]
  const { sentSeconds, slowSeconds, arrivalSeconds } = usual
  const arrives = { label: t('usual.arrives'), value: t('usual.after', { time: showDuration(arrivalSeconds) }) }
  if (sentSeconds === null || slowSeconds === null) return [arrives]
  const [time, slow] = [showDuration(sentSeconds), showDuration(slowSeconds)]
  const sent = time === slow ? t('usual.after', { time }) : t('usual.within', { time, slow })
  return [{ label: t('usual.sent'), value: sent }, arrives]
}

export function UsualTime({ rules }: { readonly rules: WithdrawalRules }) {
  const t = useText()
  const facts = usualFacts(t, rules)
  return facts.length > 0 ? <Facts facts={facts} /> : null
}

type TimeLeftProps = { readonly secondsLeft: number | null; readonly late: boolean }
export function TimeLeft({ secondsLeft, late }: TimeLeftProps) {
  const t = useText()
  if (!late && secondsLeft === null) return null
  return (
    <p className="text-small text-ink-3">
      {late ? t('usual.late') : t('usual.more', { time: showDuration(secondsLeft ?? 0) })}
    </p>
  )
}
