import type { getMarket } from '#features/market/market.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Spark } from '#ui/picture/Spark.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { AmountText, ChangeText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'

export type MarketRow = OutputOf<typeof getMarket>['items'][number]

export const toneOf = (rise: string | null): 'up' | 'down' | 'flat' =>
  rise === null || !/[1-9]/.test(rise) ? 'flat' : rise.startsWith('-') ? 'down' : 'up'
export const sparkOf = (row: MarketRow): number[] => row.spark.map(({ price }) => Number(parseUnits(price) ?? 0n))

export function MarketRows({ rows }: { rows: readonly MarketRow[] }) {
  const t = useText()
  if (rows.length === 0) return <p className="text-ink-3">{t('home.market_empty')}</p>
  return (
    <div className="overflow-x-auto rounded-card bg-surface px-4 pt-1 pb-3 shadow-card">
      <table className="w-full">
        <caption className="sr-only">{t('home.market_columns')}</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="py-2 text-start font-normal">
              {t('home.currency')}
            </th>
            <td className="max-[359px]:hidden" />
            <th scope="col" className="py-2 text-end font-normal">
              {t('home.latest_price')}
              <span className="block">{t('home.guide')}</span>
            </th>
            <th scope="col" className="py-2 ps-3 text-end font-normal">
              {t('home.rise')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.coin} className="border-t border-line">
              <th scope="row" className="py-1.5 text-start">
                <Link
                  to="/pages/exchange/index"
                  query={{ view: 'pair', pair: String(row.exchangeId) }}
                  label={t('home.see_pair', { coin: row.coin })}
                  className="flex min-h-11 items-center gap-3 font-semi"
                >
                  <CoinIcon asset={row.coin} size={36} />
                  {row.coin}
                </Link>
              </th>
              <td className="px-2 max-[359px]:hidden">
                <Spark values={sparkOf(row)} tone={toneOf(row.rise)} />
              </td>
              <td className="text-end font-semi">
                <AmountText value={row.price} />
                <span className="block text-caption font-normal text-ink-3">
                  <AmountText value={row.guidePrice} />
                </span>
              </td>
              <td className="ps-3 text-end text-small font-semi">
                <ChangeText share={row.rise} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line pt-3 text-caption text-ink-3">{t('home.guide_how')}</p>
    </div>
  )
}
