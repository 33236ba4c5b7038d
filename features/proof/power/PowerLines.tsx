import { showUnits } from '#kit/amount/amount.ts'
import { type PowerFigures, powerFigures } from '#products/power/power-figures.ts'
import { powerOfRows, readPower } from '#products/power/power-log.ts'
import { Card } from '#ui/shell/List.tsx'
import { Facts, Heading } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { PowerAnswer, PowerDays } from './check-power.ts'

type PowerLinesProps = {
  readonly power: PowerDays
  readonly checked: PowerAnswer | undefined
}

export function PowerLines({ power, checked }: PowerLinesProps) {
  const t = useText()
  // If the first days are only a sum, nothing counts as checked, because that sum is unproven.
  const until = checked?.is === 'right' && checked.isWhole ? checked.until : undefined
  // Days without a statement may still change.
  const told = power.days.filter(({ day }) => until === undefined || day <= until)
  const figures = powerFigures([
    { day: null, lines: powerOfRows(power.before) },
    ...told.map(({ day, text }) => ({ day, lines: readPower(text).lines })),
  ])
  if (figures.length === 0) return null
  return (
    <>
      <Heading>{t('pools.power')}</Heading>
      <p className="text-small text-ink-3">{t('pools.power_note')}</p>
      <p className="text-small text-ink-3">
        {until === undefined ? t('pools.power_said') : t('pools.power_checked', { day: showDay(until) })}
      </p>
      {figures.map((each) => (
        <PowerCard key={each.line} {...each} />
      ))}
    </>
  )
}

function PowerCard({ line, daily, once, back, realised, named, days }: PowerFigures) {
  const t = useText()
  const amount = (units: bigint) => <AmountText value={showUnits(units)} coin="POWER" />
  const rows = [
    ['pools.power_daily', daily],
    [line === 'compound' ? 'pools.power_start' : 'pools.power_retired', once],
    ['pools.power_back', back],
  ] as const
  return (
    <Card className="grid gap-2 p-4">
      <h3 className="font-semi">{t(`line.${line}`)}</h3>
      <p className="text-small text-ink-3">{t('pools.days', { count: String(days) })}</p>
      <Facts
        facts={[
          { label: t('pools.power_rate'), value: amount(realised), strong: true },
          { label: t('pools.power_terms'), value: amount(named) },
          ...rows
            .filter(([, units]) => units > 0n)
            .map(([label, units]) => ({ label: t(label), value: amount(units) })),
        ]}
      />
    </Card>
  )
}
