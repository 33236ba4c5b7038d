import { useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { DrawCheck } from '#products/lines/package/draw.ts'
import { Button } from '#ui/form/Button.tsx'
import { currentSession } from '#ui/session/session.ts'
import { Card } from '#ui/shell/List.tsx'
import { Chip, Note } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showDay, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { makeDraw } from './draw.contract.ts'

type Drawn = OutputOf<typeof makeDraw>['drawn']

export function DrawnCard({ drawn, fresh = false }: { drawn: Drawn; fresh?: boolean }) {
  const t = useText()
  const Title = fresh ? 'h2' : 'h3'
  const [check, setCheck] = useState<DrawCheck | undefined>()
  const verify = async () => {
    // Loaded only when needed.
    const { verifyDraw } = await import('#products/lines/package/draw.ts')
    const walletId = currentSession()?.walletId
    setCheck(
      verifyDraw({
        ...drawn,
        day: drawn.day as Parameters<typeof verifyDraw>[0]['day'],
        ...(walletId ? { walletId } : {}),
      }),
    )
  }
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-center justify-between gap-3">
        <Title className="font-semi">{fresh ? t('draw.today') : showDay(drawn.day)}</Title>
        <Chip tone="accent">
          <Num>{showPercent(drawn.share)}</Num>
        </Chip>
      </div>
      <ul className={fresh ? 'text-center' : ''}>
        {drawn.unlocked.map(({ orderId, coin, amount }) => (
          <li
            key={orderId}
            className={fresh ? 'text-h1 font-bold leading-tight text-up' : 'text-small font-semi text-up'}
          >
            <AmountText value={amount} coin={coin} signed own exact={!fresh} />
          </li>
        ))}
      </ul>
      {fresh && <p className="text-center text-small text-ink-3">{t('draw.tomorrow')}</p>}
      <details>
        <summary className="min-h-11 py-3 text-small font-semi text-accent-ink">{t('draw.details')}</summary>
        <dl className="grid gap-3 text-small">
          {detailsOf(drawn, t).map(({ label, value }) => (
            <div key={label}>
              <dt className="text-ink-3">{label}</dt>
              <dd className="text-caption">
                <Num className="break-all">{value}</Num>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {check && <Note tone={check === 'fine' ? 'accent' : 'neg'}>{t(`draw.check.${check}`)}</Note>}
      <Button look="quiet" compact icon="shield" onClick={() => void verify()}>
        {t('draw.verify')}
      </Button>
    </Card>
  )
}

const detailsOf = (drawn: Drawn, t: ReturnType<typeof useText>) => [
  { label: t('draw.hash'), value: drawn.hash },
  { label: t('draw.server_seed'), value: drawn.seed },
  { label: t('draw.seed'), value: drawn.holderSeed },
  { label: t('draw.roll'), value: `${drawn.roll} / 999` },
  { label: t('draw.day_seed'), value: drawn.daySeed ?? t('draw.day_seed_later') },
]
