import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove, showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { SideExchange } from './use-side-exchange.tsx'

type SideCoinProps = {
  readonly side: string
  readonly need: string
  /** Undefined if unknown. */
  readonly have: string | undefined
  /** The exchange that the purchase makes in the same step. */
  readonly exchange?: SideExchange | undefined
  readonly isLoading?: boolean
}

export function SideCoin({ side, need, have, exchange, isLoading = false }: SideCoinProps) {
  const t = useText()
  if (!isAbove(need)) return null
  const lack = (parseUnits(need) ?? 0n) - (parseUnits(have ?? '0') ?? 0n)
  return (
    <>
      <Facts
        facts={[
          { label: t('buy.side_need'), value: <AmountText value={need} coin={side} /> },
          { label: t('buy.side_have'), value: <AmountText value={have} coin={side} own /> },
        ]}
      />
      {have !== undefined && lack > 0n && (
        <Note tone={exchange ? 'plain' : 'warn'}>
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {t('buy.side_lack')} <AmountText value={showUnits(lack)} coin={side} className="font-semi" />
            </span>
            {exchange ? (
              <span>{t('buy.side_in_one', { amount: `${showAmount(exchange.amount)} ${exchange.give}` })}</span>
            ) : isLoading ? null : (
              <ButtonLink
                to="/pages/exchange/index"
                query={{ give: 'USDT', receive: side, need: showUnits(lack) }}
                look="quiet"
                compact
              >
                {t('buy.side_get', { side })}
              </ButtonLink>
            )}
          </span>
        </Note>
      )}
    </>
  )
}
