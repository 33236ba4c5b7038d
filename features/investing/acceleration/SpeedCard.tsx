import { rateOf } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Card } from '#ui/shell/List.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { listAccelerations } from './acceleration.contract.ts'

type SpeedCardProps = {
  readonly accelerations: OutputOf<typeof listAccelerations>
  readonly version: '1.0' | '2.0'
}

export function SpeedCard({ accelerations: { speed, steps, stepAfterDays }, version }: SpeedCardProps) {
  const t = useText()
  const { numerator, denominator } = rateOf(speed.ratio)
  const ratio = Math.min(100, Number((numerator * 100n) / denominator))
  return (
    <Card className="grid gap-3 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-small text-ink-2">{t('accelerate.now_faster')}</span>
        <Num className="text-h1 font-bold leading-tight text-up">{showPercent(speed.speed, { signed: true })}</Num>
      </p>
      <Progress label={t('accelerate.ratio')} done={ratio} needed={100} text={`${ratio}%`} />
      <dl className="grid gap-1.5 text-small text-ink-2">
        {[
          { label: t('accelerate.accelerated'), value: speed.accelerated },
          { label: t('accelerate.pending'), value: speed.pending },
        ].map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt>{label}</dt>
            <dd className="font-semi text-ink">
              <AmountText value={value} coin="USDT" worth about own />
            </dd>
          </div>
        ))}
      </dl>
      {version === '2.0' && (
        <table className="w-full text-small">
          <caption className="pb-1 text-start text-ink-3 [overflow-wrap:anywhere]">
            {t('accelerate.steps', { days: String(stepAfterDays) })}
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('accelerate.ratio')}</th>
              <th scope="col">{t('accelerate.adds')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ ratio: from, adds }) => (
              <tr key={from} className="border-t border-line">
                <th scope="row" className="py-2 text-start font-normal text-ink-2 [overflow-wrap:anywhere]">
                  {t('accelerate.from_ratio', { share: showPercent(from, { decimals: 0 }) })}
                </th>
                <td className="py-2 text-end font-semi">
                  <Num>{showPercent(adds, { signed: true, decimals: 0 })}</Num>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
