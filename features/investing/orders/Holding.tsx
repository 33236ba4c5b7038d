import { parseUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { FactGrid, Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { getOrder } from '../investing.contract.ts'
import type { OrderItem } from './detail/order-texts.tsx'

type HoldingProps = {
  readonly order: OrderItem
  readonly holding: NonNullable<OutputOf<typeof getOrder>['holding']>
}

export function Holding({ order, holding }: HoldingProps) {
  const t = useText()
  // A fund's `allShares` excludes shares whose redemption was requested.
  const isPart = (parseUnits(holding.allShares) ?? 0n) >= (parseUnits(holding.shares) ?? 0n)
  return (
    <>
      {holding.releasedBy && <Note tone="warn">{t('order.released_by', { at: showMoment(holding.releasedBy) })}</Note>}
      <Heading>{t(order.line === 'fund' ? 'order.holding_fund' : 'order.holding')}</Heading>
      <FactGrid
        facts={[
          {
            label: t('order.worth_now'),
            value: holding.worth.map(({ asset, amount }) => (
              <span key={asset} className="block">
                <AmountText value={amount} coin={asset} own />
              </span>
            )),
          },
          {
            label: t('order.shares'),
            value: (
              <>
                <AmountText value={holding.shares} own />
                {isPart && (
                  <span className="block text-small font-normal text-ink-3">
                    {t('order.of_all')} <AmountText value={holding.allShares} />
                  </span>
                )}
              </>
            ),
          },
          ...(isAbove(holding.lost)
            ? [{ label: t('order.lost'), value: <AmountText value={`-${holding.lost}`} coin={order.base} own exact /> }]
            : []),
        ]}
      />
    </>
  )
}
