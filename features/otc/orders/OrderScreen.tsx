import { lazy, type ReactNode, Suspense, useState } from 'react'
import { methodOf } from '#otc/details/methods.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Nowhere } from '#ui/shell/Nowhere.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { clockOf, useCountdown } from '#ui/show/use-countdown.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { TraderLine } from '../ads/AdCard.tsx'
import { fieldName, methodName } from '../ads/MethodFields.tsx'
import type { TransactionWhole } from '../otc-fields.ts'
import { BuyerSteps } from './BuyerSteps.tsx'
import { StateChip } from './OrdersScreen.tsx'
import { getTransaction } from './transactions.contract.ts'

/** Lazy: its name comparison covers all scripts and only sellers need it. */
const ReleaseCoins = lazy(async () => ({ default: (await import('./ReleaseCoins.tsx')).ReleaseCoins }))

type OrderScreenProps = {
  readonly conversation: (id: string) => ReactNode
}

export function OrderScreen({ conversation }: OrderScreenProps) {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const isNumber = /^\d+$/.test(id)
  const read = useRead(getTransaction, { id: Number(id) }, { enabled: isNumber, everyMs: 5_000, told: true })
  if (!isNumber)
    return (
      <Screen title={t('otc.order_title')} up="/pages/otc/orders">
        <Nowhere />
      </Screen>
    )
  return (
    <Screen title={t('otc.order_title')} up="/pages/otc/orders" onRefresh={read.refetch}>
      <ReadState read={read}>
        {(order) => (
          <>
            <Whose order={order} />
            <Turn order={order} />
            <Heading>{t('otc.conversation')}</Heading>
            {conversation(id)}
            <Timeline order={order} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Whose({ order }: { order: TransactionWhole }) {
  const t = useText()
  const left = useCountdown(order.secondsToPay, order.payUntil)
  const isBuying = order.side === 'buy'
  // True while the buyer must see the amount to pay.
  const isDue = isBuying && order.state === 'initialised'
  return (
    <Card className="grid gap-4 p-4">
      <div className="flex items-center justify-between gap-3">
        <StateChip order={order} />
        {order.state === 'initialised' && (
          <p className="text-small text-ink-2" role="timer">
            {t('otc.time_left')} <span className="num font-semi">{clockOf(left)}</span>
          </p>
        )}
      </div>
      <Facts
        facts={[
          {
            label: isBuying ? t('otc.you_pay') : t('otc.you_get'),
            value: <AmountText value={order.money} coin={order.fiat} exact own={!isDue} />,
            strong: true,
          },
          { label: t('otc.quantity'), value: <AmountText value={order.amount} coin={order.coin} exact own /> },
          { label: t('otc.price'), value: <AmountText value={order.price} coin={order.fiat} exact /> },
          ...(order.isTaker
            ? [{ label: t('otc.fee'), value: <AmountText value={order.fee} coin={order.coin} exact own /> }]
            : []),
          ...(isBuying
            ? [
                {
                  label: t('otc.you_receive'),
                  value: <AmountText value={order.received} coin={order.coin} exact own />,
                },
              ]
            : []),
        ]}
      />
      <TraderLine trader={order.other} />
    </Card>
  )
}

function Turn({ order }: { order: TransactionWhole }) {
  const t = useText()
  const { side, state, id } = order
  const isOver = state === 'released' || state === 'closed'
  return (
    <>
      {side === 'sell' && (state === 'paid' || state === 'disputed') && (
        <Suspense fallback={<Skeleton className="h-96 !rounded-card" />}>
          <ReleaseCoins order={order} />
        </Suspense>
      )}
      {!isOver && <PayTo order={order} />}
      {side === 'buy' && state === 'initialised' && <BuyerSteps order={order} />}
      {side === 'sell' && state === 'initialised' && <Note tone="plain">{t('otc.wait_payment')}</Note>}
      {side === 'buy' && state === 'paid' && <Note tone="plain">{t('otc.wait_release')}</Note>}
      {state === 'disputed' && <Note tone="neg">{t('otc.disputed_note')}</Note>}
      {state === 'released' && (
        <Note tone="accent">{side === 'buy' ? t('otc.released_buyer') : t('otc.released_seller')}</Note>
      )}
      {state === 'closed' && (
        <Note tone="plain">{side === 'buy' ? t('otc.closed_buyer') : t('otc.closed_seller')}</Note>
      )}
      {(state === 'paid' || order.dispute) && (
        <ButtonLink look="quiet" icon="shield" to="/pages/otc/dispute" query={{ id: String(id) }}>
          {order.dispute ? t('otc.dispute_see') : t('otc.dispute_open')}
        </ButtonLink>
      )}
    </>
  )
}

function PayTo({ order }: { order: TransactionWhole }) {
  const t = useText()
  const names = methodOf(order.paymentMethod)?.fields.map(({ name }) => name) ?? []
  const details = names.flatMap((name) => (order.details[name] ? [[name, order.details[name]] as const] : []))
  return (
    <>
      <Heading>{order.side === 'buy' ? t('otc.pay_to') : t('otc.paid_to')}</Heading>
      <List label={methodName(t, order.paymentMethod)}>
        <Row title={t('otc.method')} end={methodName(t, order.paymentMethod)} />
        {details.map(([field, value]) => (
          <Row
            key={field}
            title={fieldName(t, field)}
            note={<bdi className="text-ink [overflow-wrap:anywhere]">{value}</bdi>}
            end={<CopyButton value={value} label={t('otc.copy', { field: fieldName(t, field) })} />}
          />
        ))}
      </List>
      {order.terms && (
        <p className="text-small text-ink-2">
          {t('otc.terms')}: <bdi>{order.terms}</bdi>
        </p>
      )}
    </>
  )
}

function Timeline({ order }: { order: TransactionWhole }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const events = isWhole ? order.events : order.events.slice(-4)
  return (
    <>
      <Heading>{t('otc.timeline')}</Heading>
      <List label={t('otc.timeline')}>
        {events.length < order.events.length && <Row title={t('otc.earlier')} onPress={() => setWhole(true)} />}
        {events.map(({ kind, by, at }) => (
          <Row
            key={`${kind}${at}`}
            title={t(`otc.event.${kind}`)}
            note={by === 'me' ? t('otc.by_me') : by === 'other' ? t('otc.by_other') : t('otc.by_house')}
            end={<span className="text-small font-medium text-ink-2">{showMoment(at)}</span>}
          />
        ))}
      </List>
    </>
  )
}
