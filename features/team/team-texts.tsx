import type { OutputOf } from '#kit/wire/contract.ts'
import { Chip } from '#ui/show/Facts.tsx'
import { Num } from '#ui/text/AmountText.tsx'
import { showCount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { listDepartments, loadTeamSummary } from './team.contract.ts'

export type Summary = OutputOf<typeof loadTeamSummary>
export type Member = OutputOf<typeof listDepartments>['items'][number]

export function StarChip({ star }: { star: number }) {
  const t = useText()
  return (
    <Chip tone={star > 0 ? 'accent' : 'plain'}>
      {star > 0 ? t('team.star', { star: String(star) }) : t('team.star_none')}
    </Chip>
  )
}

export const CountText = ({ count }: { count: number }) => <Num>{showCount(count)}</Num>

export function AsOf({ at }: { at: string | null }) {
  const t = useText()
  return (
    <p className="text-caption text-ink-3">
      {at === null ? t('team.as_of_none') : t('team.as_of', { at: showMoment(at) })}
    </p>
  )
}
