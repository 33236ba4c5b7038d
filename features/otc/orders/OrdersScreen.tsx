import { useReadPages } from '#ui/call/use-call.ts'
import { Filters } from '#ui/form/Choice.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Pages, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Chip, type ChipTone } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { TransactionRow } from '../otc-fields.ts'
import { listTransactions } from './transactions.contract.ts'

const tones: Record<TransactionRow['state'], ChipTone> = {
  initialised: 'warn',
  paid: 'warn',
  disputed: 'neg',
  released: 'accent',
  closed: 'plain',
}
export function StateChip({ order: { state, side } }: { order: Pick<TransactionRow, 'state' | 'side'> }) {
  const t = useText()
  const shown = state === 'paid' && side === 'sell' ? 'claimed' : state
  return <Chip tone={tones[state]}>{t(`otc.state.${shown}`)}</Chip>
}

export function OrdersScreen() {
  const changeQuery = useChangeQuery()
  const t = useText()
  const { open } = useQueryOfScreen()
  const chosen = open === '1' || open === '0' ? open : ''
  const pages = useReadPages(listTransactions, chosen ? { open: chosen } : {}, { everyMs: 10_000, told: true })
  return (
    <Screen title={t('otc.orders')} up="/pages/otc/index" onRefresh={pages.refetch}>
      <Filters
        label={t('otc.orders')}
        options={[
          { value: '', label: t('otc.all') },
          { value: '1', label: t('otc.open') },
          { value: '0', label: t('otc.ended') },
        ]}
        value={chosen}
        onChange={(next) => changeQuery({ open: next || undefined })}
      />
      <Pages
        pages={pages}
        label={t('otc.orders')}
        empty={t('otc.no_orders')}
        row={(order) => (
          <Row
            key={order.id}
            mark={<Seal id={order.other.walletId} size={40} />}
            title={order.side === 'buy' ? t('otc.bought') : t('otc.sold')}
            note={showMoment(order.takenAt)}
            end={<AmountText value={order.amount} coin={order.coin} own />}
            endNote={<StateChip order={order} />}
            to="/pages/otc/order"
            query={{ id: String(order.id) }}
          />
        )}
      />
    </Screen>
  )
}
