import type { OutputOf } from '#kit/wire/contract.ts'
import { List, Row } from '#ui/shell/List.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { poolSums } from './pools.contract.ts'

type Rate = OutputOf<typeof poolSums>['rates'][number]

export function Rates({ rates }: { rates: readonly Rate[] }) {
  const t = useText()
  const percent = (share: string | null) => (share === null ? '—' : showPercent(share, { decimals: 4 }))
  return (
    <>
      <Heading>{t('pools.rates')}</Heading>
      <p className="text-small text-ink-3">{t('pools.rates_note')}</p>
      <List label={t('pools.rates')}>
        {rates.map(({ productId, line, base, side, period, advertised, most, realised, count }) => (
          <Row
            key={`${productId} ${period}`}
            title={
              <>
                {t(`line.${line}`)} <bdi>{[base, side].filter(Boolean).join(' + ')}</bdi>
              </>
            }
            note={
              <>
                {period === null ? t('pools.a_day') : t('pools.days', { count: String(period) })} ·{' '}
                {t(most ? 'pools.at_most' : 'pools.advertised', { rate: percent(advertised) })}
              </>
            }
            end={<Num className={realised?.startsWith('-') ? 'text-neg' : ''}>{percent(realised)}</Num>}
            endNote={t(period === null ? 'pools.days' : 'pools.rounds', { count: String(count) })}
            to="/pages/invest/detail"
            query={{ product: String(productId) }}
          />
        ))}
      </List>
    </>
  )
}
