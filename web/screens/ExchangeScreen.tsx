import { lazy, Suspense } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { ExchangeForm } from '#features/exchange/ExchangeForm.tsx'
import { TradeList, TradeReceipt } from '#features/exchange/TradeList.tsx'
import { loadSecurity } from '#features/security/security.contract.ts'
import { Screen } from '#ui/Screen.tsx'
import { Skeleton } from '#ui/State.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'

const PairScreen = lazy(async () => ({ default: (await import('#features/exchange/PairScreen.tsx')).PairScreen }))

/** An amount out of an address, cut down to what a person could have typed; nothing where it is none. */
const typable = (amount: string): string => /^\d{1,12}(?:\.\d{1,2})?/.exec(amount)?.[0] ?? ''

/** Four things at one address of the spec: a new exchange, one that was made (`id`), all of them (`view=list`), and a pair (`view=pair`). */
export function ExchangeScreen() {
  const { id, view, pair, give, amount = '' } = useQueryOfScreen()
  const isSignedIn = useSession() !== undefined
  const { data, refetch } = useRead(walletAssets, {}, { enabled: isSignedIn })
  const security = useRead(loadSecurity, {}, { enabled: isSignedIn })
  if (id !== undefined) return <TradeReceipt key={id} id={id} />
  if (view === 'list') return <TradeList />
  const pairId = pair === undefined ? undefined : Number.parseInt(pair, 10)
  if (view === 'pair')
    return (
      <Suspense fallback={<PairSkeleton />}>
        <PairScreen id={pairId || 1} />
      </Suspense>
    )
  const items = isSignedIn ? data?.items : undefined
  const balanceOf = (coin: string) => items?.find((item) => item.coin === coin)?.available
  const start = { pairId, give, amount: typable(amount) }
  const heldUntil = (isSignedIn && security.data?.withdrawalsHeldUntil) || null
  return <ExchangeForm balanceOf={balanceOf} heldUntil={heldUntil} onRefresh={refetch} start={start} />
}

/** As high as the pair's page, while its code is fetched. */
function PairSkeleton() {
  const t = useText()
  return (
    <Screen title={t('tab.exchange')} up="/pages/exchange/index">
      <Skeleton className="h-11 !rounded-pill" />
      <Skeleton className="h-64 !rounded-card" />
      <Skeleton className="h-96 !rounded-card" />
    </Screen>
  )
}
