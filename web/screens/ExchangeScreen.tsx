import { lazy, Suspense, useContext, useEffect, useSyncExternalStore } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { exchangeCandles } from '#features/exchange/candles.contract.ts'
import { firstRange, rangeOf } from '#features/exchange/chart-ranges.ts'
import { ExchangeForm } from '#features/exchange/ExchangeForm.tsx'
import { exchangePairs } from '#market/trade/exchange.contract.ts'
import { readSoon, useRead } from '#ui/call/use-call.ts'
import { currentSession, useSession } from '#ui/session/session.ts'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { changeQuery, currentLocation } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { BesideScreen, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Skeleton } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'

const TradeList = lazy(async () => ({ default: (await import('#features/exchange/TradeList.tsx')).TradeList }))
const TradeReceipt = lazy(async () => ({ default: (await import('#features/exchange/TradeList.tsx')).TradeReceipt }))
const loadPair = async () => ({ default: (await import('#features/exchange/PairScreen.tsx')).PairScreen })
const PairScreen = lazy(loadPair)
/** May fail to load, because the server also enforces restrictions. */
const ExchangeHold = lazyExtra(async () => (await import('./ExchangeHold.tsx')).ExchangeHold)

/** Truncates an amount from the address to valid input; empty if invalid. */
const typable = (amount: string): string => /^\d{1,12}(?:\.\d{1,2})?/.exec(amount)?.[0] ?? ''

ExchangeScreen.begin = () => {
  readSoon(exchangePairs, {})
  if (currentSession()) readSoon(walletAssets, {})
  const { view, pair } = currentLocation().query
  if (view !== 'pair') return
  readSoon(exchangeCandles, { exchangeId: Number.parseInt(pair ?? '', 10) || 1, period: rangeOf[firstRange].period })
  loadPair().catch(() => {})
}

/** The spec's single address for a new exchange, a completed exchange (`id`), the list (`view=list`) and a pair (`view=pair`). */
export function ExchangeScreen() {
  const t = useText()
  const { id, view, pair, give, receive, amount = '', need = '' } = useQueryOfScreen()
  const isSignedIn = useSession() !== undefined
  const { data, refetch } = useRead(walletAssets, {}, { enabled: isSignedIn })
  const pairId = pair === undefined ? undefined : Number.parseInt(pair, 10)
  const width = useWidth()
  const isBeside = useContext(BesideScreen) !== undefined
  // Tablets show the chart next to the form for either view.
  const isTwo = width !== 'narrow' && !isBeside && id === undefined && view !== 'list'
  if (!isTwo && (id !== undefined || view === 'list' || view === 'pair'))
    return (
      <Suspense fallback={<Frame isPair={view === 'pair'} />}>
        {id !== undefined ? (
          <TradeReceipt key={id} id={id} />
        ) : view === 'list' ? (
          <TradeList />
        ) : (
          <PairScreen id={pairId || 1} />
        )}
      </Suspense>
    )
  const items = isSignedIn ? data?.items : undefined
  const balanceOf = (coin: string) => items?.find((item) => item.coin === coin)?.available
  const start = { pairId, give, receive, amount: typable(amount), need }
  const notes = isSignedIn && (
    <Suspense>
      <ExchangeHold />
    </Suspense>
  )
  const form = <ExchangeForm balanceOf={balanceOf} notes={notes} onRefresh={refetch} start={start} />
  if (!isTwo || width === 'wide') return form
  return (
    <div className="grid grid-cols-2">
      <BesideScreen value={changeQuery}>
        <aside aria-label={t('pair.chart')}>
          <Suspense fallback={<Frame isPair />}>
            <PairScreen id={pairId || 1} />
          </Suspense>
        </aside>
      </BesideScreen>
      {form}
    </div>
  )
}

const [tablet, desktop] = [matchMedia('(min-width: 760px)'), matchMedia('(min-width: 900px)')]
const onWidth = (listener: () => void): (() => void) => {
  for (const query of [tablet, desktop]) query.addEventListener('change', listener)
  return () => {
    for (const query of [tablet, desktop]) query.removeEventListener('change', listener)
  }
}
const useWidth = (): 'narrow' | 'two' | 'wide' =>
  useSyncExternalStore(onWidth, () => (desktop.matches ? 'wide' : tablet.matches ? 'two' : 'narrow'))

function Frame({ isPair }: { isPair: boolean }) {
  const t = useText()
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      }),
    [],
  )
  return (
    <Screen title={t(isPair ? 'tab.exchange' : 'exchange.list')} up="/pages/exchange/index">
      {isPair && <Skeleton className="h-11 !rounded-pill" />}
      <Skeleton className="h-64 !rounded-card" />
      <Skeleton className="h-96 !rounded-card" />
    </Screen>
  )
}
