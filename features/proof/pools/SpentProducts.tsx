import { showUnits } from '#kit/amount/amount.ts'
import { readHeld } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { shareText } from '#products/terms/share.ts'
import { Card } from '#ui/shell/List.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { AmountText, ChangeText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import type { FlowsOfDay } from './pool-figures.ts'
import type { poolSums } from './pools.contract.ts'
import { type SpentFigures, type SpentProduct, spentOf, spentProducts } from './spent-products.ts'

type Worths = OutputOf<typeof poolSums>['worths']

export function SpentProducts({ days, worths }: { days: readonly FlowsOfDay[]; worths: Worths }) {
  const t = useText()
  const found = spentProducts.flatMap((line) => {
    const figures = spentOf(days, line)
    return figures ? [{ line, figures }] : []
  })
  if (found.length === 0) return null
  return (
    <>
      <p className="text-small text-ink-3">{t('pools.spent_note')}</p>
      {found.map(({ line, figures }) => (
        <SpentCard key={line} line={line} figures={figures} worth={worthOf(worths, line)} />
      ))}
    </>
  )
}

function worthOf(worths: Worths, line: SpentProduct): bigint {
  const found = worths.find((each) => each.line === line)
  return found ? readHeld(found.worth) : 0n
}

type SpentCardProps = { readonly line: SpentProduct; readonly figures: SpentFigures; readonly worth: bigint }

function SpentCard({ line, figures, worth }: SpentCardProps) {
  const t = useText()
  const { price, received, waiting } = figures
  const amounts = (coins: SpentFigures['received']) =>
    coins.map(({ coin, units }) => (
      <span key={coin} className="block">
        <AmountText value={showUnits(units)} coin={coin} />
      </span>
    ))
  return (
    <Card className="grid gap-2 p-4">
      <h3 className="font-semi">{t(`line.${line}`)}</h3>
      <p className="text-small text-ink-3">
        {t(`product.about.${line}`)} {t(`product.end.${line}`)}
      </p>
      <Facts
        facts={[
          { label: t('pools.price_paid'), value: <AmountText value={showUnits(price)} coin="USDT" /> },
          { label: t('product.realised'), value: received.length > 0 ? amounts(received) : t('product.none_shared') },
          ...(waiting.length > 0 ? [{ label: t('proof.kind.promised'), value: amounts(waiting) }] : []),
          { label: t('pools.worth'), value: <AmountText value={showUnits(worth)} coin="USDT" /> },
          ...(price > 0n
            ? [
                {
                  label: t('pools.result'),
                  value: <ChangeText share={shareText(worth - price, price)} />,
                  strong: true,
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
