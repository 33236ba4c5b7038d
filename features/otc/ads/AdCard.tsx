import { ButtonLink } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showAmount, showCount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import type { AdRow, Trader } from '../otc-fields.ts'
import { methodName } from './MethodFields.tsx'

/** With the wallet ID, because masked names repeat. */
export const TraderName = ({ trader: { nickname, walletId } }: { trader: Trader }) => (
  <>
    {nickname && (
      <>
        <bdi>{nickname}</bdi>{' '}
      </>
    )}
    <WalletId id={walletId} />
  </>
)

export function TraderLine({ trader }: { trader: Trader }) {
  const t = useText()
  const { walletId, completed, completedShare, releaseSeconds } = trader
  const facts = [
    t('otc.trades', { count: String(completed) }),
    ...(completedShare === null ? [] : [t('otc.share', { share: showCount(completedShare) })]),
    ...(releaseSeconds === null
      ? []
      : [t('otc.release_time', { minutes: String(Math.max(1, Math.round(releaseSeconds / 60))) })]),
  ]
  return (
    <div className="flex items-center gap-3">
      <Seal id={walletId} size={36} />
      <div className="min-w-0">
        <p className="font-semi leading-snug">
          <TraderName trader={trader} />
        </p>
        <p className="text-small text-ink-3">{facts.join(' · ')}</p>
      </div>
    </div>
  )
}

export function AdCard({ ad }: { ad: AdRow }) {
  const t = useText()
  return (
    <li>
      <Card className="grid gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <div>
            <p className="text-small text-ink-3">{t('otc.price_one', { coin: ad.coin })}</p>
            <p className="text-title font-semi">
              <AmountText value={ad.price} coin={ad.fiat} exact />
            </p>
          </div>
          <ButtonLink compact to="/pages/otc/take" query={{ id: String(ad.id) }}>
            {ad.side === 'sell' ? t('otc.buy') : t('otc.sell')}
          </ButtonLink>
        </div>
        <p className="text-small text-ink-2">
          {t('otc.range')}{' '}
          <Num className="font-semi">
            {showAmount(ad.least)} – {showAmount(ad.most)}
          </Num>{' '}
          {ad.coin}
        </p>
        <div className="flex flex-wrap gap-1.5">
          {ad.paymentMethods.map((number) => (
            <Chip key={number}>{methodName(t, number)}</Chip>
          ))}
        </div>
        <TraderLine trader={ad.maker} />
      </Card>
    </li>
  )
}
