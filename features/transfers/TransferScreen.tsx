import { lazy, Suspense } from 'react'
import { readPaymentLink } from '#identity/wallet-link.ts'
import { isCoin } from '#kit/amount/coins.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Skeleton, SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { TransferForm } from './TransferForm.tsx'

// Lazy, because few users need all views.
const RequestScreen = lazy(async () => ({ default: (await import('./request/RequestScreen.tsx')).RequestScreen }))
const TransferReceipt = lazy(async () => ({ default: (await import('./TransferReceipt.tsx')).TransferReceipt }))
const TransferList = lazy(async () => ({ default: (await import('./TransferList.tsx')).TransferList }))

/**
 * Four views at the spec's address: new transfer (`coin`, `to`, `amount`), one transfer (`id`), all (`view=list`), request (`view=ask`).
 */
export function TransferScreen() {
  const query = useQueryOfScreen()
  const { id, view, coin: named = '' } = query
  const coin = isCoin(named) ? named : 'USDT'
  if (id !== undefined)
    return (
      <Suspense fallback={<ListPlaces />}>
        <TransferReceipt key={id} id={id} />
      </Suspense>
    )
  if (view === 'list')
    return (
      <Suspense fallback={<ListPlaces />}>
        <TransferList />
      </Suspense>
    )
  if (view === 'ask')
    return (
      <Suspense fallback={<RequestPlaces />}>
        <RequestScreen coin={coin} />
      </Suspense>
    )
  return <TransferForm key={query.to} coin={coin} link={readPaymentLink(query)} />
}

/** Placeholder of the same height. */
function RequestPlaces() {
  const t = useText()
  return (
    <Screen title={t('transfer.ask')} up="/pages/wallet/conver">
      <Skeleton className="h-10 !rounded-control" />
      <Skeleton className="h-28 !rounded-card" />
      <Skeleton className="h-96 !rounded-card" />
    </Screen>
  )
}

function ListPlaces() {
  const t = useText()
  return (
    <Screen title={t('transfer.list')} up="/pages/wallet/conver">
      <SkeletonRows rows={6} />
    </Screen>
  )
}
