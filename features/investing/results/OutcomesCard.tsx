import { Card } from '#ui/shell/List.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { OutcomeResult, type Way } from './OutcomeResult.tsx'

type OutcomesCardProps = {
  readonly ways: readonly Way[]
  /** True if the order has no end date, so no final result is shown. */
  readonly takable?: boolean
}

export function OutcomesCard({ ways, takable = false }: OutcomesCardProps) {
  const t = useText()
  if (ways.length === 0) return null
  if (takable) return <Card className="p-4 text-small text-ink-2">{t('result.any_time')}</Card>
  return (
    <section className="grid gap-2">
      <Heading>{t('result.title')}</Heading>
      <Card className="grid gap-3 p-4 text-small text-ink-2">
        {ways.map((way) => (
          <div key={way.way} className="grid gap-1">
            <h3 className="font-semi text-ink">{t(`result.way.${way.way}`)}</h3>
            <OutcomeResult way={way} ways={ways} />
          </div>
        ))}
        <p className="text-caption text-ink-3">{t('result.about')}</p>
      </Card>
    </section>
  )
}
