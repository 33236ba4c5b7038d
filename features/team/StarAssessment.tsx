import { useState } from 'react'
import { soloDays, soloInvestment } from '#identity/team/star-level.ts'
import { starNeeds, upgradeSums } from '#team/standing/star-rules.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showCount, showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { StarChip, type Summary } from './team-texts.tsx'

const stars = ['1', '2', '3', '4', '5', '6'] as const
type Star = (typeof stars)[number]
const next = (star: number): Star => stars[Math.min(star, 5)] ?? '6'

export function StarAssessment({ summary }: { summary: Summary }) {
  const t = useText()
  const [chosen, setChosen] = useState<Star>(next(summary.star))
  const { notice, since } = summary
  return (
    <Card className="grid gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <div>
          <h2 className="font-semi leading-tight">{t('star.title')}</h2>
          {since && summary.star > 0 && (
            <p className="text-small text-ink-3">{t('star.since', { day: showDay(since) })}</p>
          )}
        </div>
        <StarChip star={summary.star} />
      </div>
      {notice && <Note>{t('star.notice', { day: showDay(notice.at), star: String(notice.star) })}</Note>}
      <Segmented<Star>
        label={t('star.choose')}
        value={chosen}
        onChange={setChosen}
        options={stars.map((star) => ({ value: star, label: `${star} ★` }))}
      />
      <Conditions summary={summary} star={chosen} />
      <Upgrade summary={summary} star={chosen} />
    </Card>
  )
}

type OfStar = { readonly summary: Summary; readonly star: Star }

function Conditions({ summary: { team }, star }: OfStar) {
  const t = useText()
  const needs = starNeeds[star]
  const below = String(Number(star) - 1)
  return (
    <ul className="grid gap-3">
      <Condition label={t('star.investment')} done={team.investment} needed={needs.investment} coin="USDT" />
      <Condition label={t('star.effective')} done={String(team.effective)} needed={needs.effective} />
      <Condition
        label={t('star.small_area')}
        done={team.smallArea}
        needed={needs.smallArea}
        coin="USDT"
        about={team.rounded}
      />
      {needs.departments > 0 && (
        <Condition
          label={t('star.departments', { star: below })}
          done={String(team.departments[Number(star) - 2] ?? 0)}
          needed={needs.departments}
        />
      )}
      {team.rounded && <li className="text-caption text-ink-3">{t('star.rounded')}</li>}
      {star === '1' && (
        <li className="grid gap-3 rounded-control bg-inset p-3">
          <p className="text-small text-ink-2">{t('star.alone')}</p>
          <ul className="grid gap-3">
            <Condition label={t('star.investment')} done={team.investment} needed={soloInvestment} coin="USDT" ground />
            <Condition label={t('star.alone_days')} done={String(team.soloDays)} needed={soloDays} ground />
          </ul>
        </li>
      )}
    </ul>
  )
}

type ConditionProps = {
  readonly label: string
  readonly done: string
  readonly needed: number
  readonly coin?: string
  readonly about?: boolean
  readonly ground?: boolean
}
function Condition({ label, done, needed, coin, about = false, ground = false }: ConditionProps) {
  const t = useText()
  // Only for the bar and the tick; the text shows the exact value.
  const far = Math.floor(Number(done))
  const met = far >= needed
  return (
    <li className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
          <span className={met ? 'text-accent-ink' : 'text-ink-3'}>
            <Icon name={met ? 'check' : 'minus'} size={16} />
          </span>
          {label}
          <span className="sr-only">{t(met ? 'star.met' : 'star.not_met')}</span>
        </span>
        <span className="flex-none font-semi" dir="ltr">
          {coin ? <AmountText value={done} about={about} own /> : <Num>{done}</Num>}{' '}
          <span className="font-normal text-ink-3">/</span> <Num>{showCount(needed)}</Num>
        </span>
      </div>
      <div className={ground ? 'rounded-pill bg-surface [&>*]:bg-transparent' : ''}>
        <Progress label={label} done={Math.min(far, needed)} needed={needed} text={`${far} / ${needed}`} />
      </div>
    </li>
  )
}

function Upgrade({ summary, star }: OfStar) {
  const t = useText()
  const opened = summary.upgrades.find((each) => String(each.star) === star)
  return (
    <p className="text-small text-ink-3">
      {opened ? (
        <>
          {t('star.upgrade_paid')}{' '}
          <span dir="ltr">
            <AmountText value={opened.paid} own /> <span>/</span> <AmountText value={opened.sum} coin="USDT" />
          </span>
        </>
      ) : (
        t('star.upgrade', { sum: showCount(upgradeSums[Number(star)] ?? 0) })
      )}
    </p>
  )
}
