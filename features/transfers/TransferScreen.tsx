import { lazy, Suspense } from 'react'
import { readPaymentLink } from '#identity/wallet-link.ts'
import { isCoin } from '#kit/assets.ts'
import { Screen } from '#ui/Screen.tsx'
import { Skeleton } from '#ui/State.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferList } from './TransferList.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'

// Who pays does not ask, and who asks does not pay.
const RequestScreen = lazy(async () => ({ default: (await import('./RequestScreen.tsx')).RequestScreen }))

/**
 * Four things at one address of the spec: a new transfer (`coin`, `to`, `amount`), one that was made (`id`), all of them (`view=list`), and
 * what asks others for one (`view=ask`).
 */
export function TransferScreen() {
  const query = useQueryOfScreen()
  const { id, view, coin: named = '' } = query
  const coin = isCoin(named) ? named : 'USDT'
  if (id !== undefined) return <TransferReceipt key={id} id={id} />
  if (view === 'list') return <TransferList />
  if (view === 'ask')
    return (
      <Suspense fallback={<RequestPlaces />}>
        <RequestScreen coin={coin} />
      </Suspense>
    )
  return <TransferForm key={query.to} coin={coin} link={readPaymentLink(query)} />
}

/** The request screen while it is fetched, as high as it will be. */
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
