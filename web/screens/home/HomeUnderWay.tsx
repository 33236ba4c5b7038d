import type { loadWalletInfo } from '#features/profile/profile.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'

type HomeView = NonNullable<OutputOf<typeof loadWalletInfo>['home']>

/** A view stored by an earlier version has neither list. */
export function HomeUnderWay({ view: { trades = [], withdrawals = [] } }: { view: Partial<HomeView> }) {
  const t = useText()
  if (trades.length + withdrawals.length === 0) return null
  return (
    <List label={t('home.under_way')}>
      {trades.map(({ id, turn, amount, coin }) => (
        <Row
          key={`trade ${id}`}
          mark={
            <RowIcon tone={turn === 'dispute' ? 'neg' : 'warn'}>
              <Icon name="swap" size={20} />
            </RowIcon>
          }
          title={t(`home.trade_${turn}`)}
          note={<AmountText value={amount} coin={coin} own />}
          to="/pages/otc/order"
          query={{ id: String(id) }}
        />
      ))}
      {withdrawals.map(({ id, amount, coin }) => (
        <Row
          key={`withdrawal ${id}`}
          mark={
            <RowIcon tone="plain">
              <Icon name="up" size={20} />
            </RowIcon>
          }
          title={t('home.withdrawal')}
          note={<AmountText value={amount} coin={coin} own />}
          to="/pages/wallet/withdraw"
          query={{ id: String(id) }}
        />
      ))}
    </List>
  )
}
