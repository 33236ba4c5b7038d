import { lazy, Suspense } from 'react'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { ExchangeForm } from '#features/exchange/ExchangeForm.tsx'
import { TradeList, TradeReceipt } from '#features/exchange/TradeList.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useSession } from '#ui/session.ts'
import { useRead } from '#ui/use-call.ts'

const PairScreen = lazy(async () => ({ default: (await import('#features/exchange/PairScreen.tsx')).PairScreen }))

/** An amount out of an address, cut down to what a person could have typed; nothing where it is none. */
const typable = (amount: string): string => /^\d{1,12}(?:\.\d{1,2})?/.exec(amount)?.[0] ?? ''

/** Four things at one address of the spec: a new exchange, one that was made (`id`), all of them (`view=list`), and a pair (`view=pair`). */
export function ExchangeScreen() {
  const { id, view, pair, give, amount = '' } = useQueryOfScreen()
  const isSignedIn = useSession() !== undefined
  const { data, refetch } = useRead(walletAssets, {}, { enabled: isSignedIn })
  if (id !== undefined) return <TradeReceipt key={id} id={id} />
  if (view === 'list') return <TradeList />
  const pairId = pair === undefined ? undefined : Number.parseInt(pair, 10)
  if (view === 'pair')
    return (
      <Suspense>
        <PairScreen key={pairId} id={pairId || 1} />
      </Suspense>
    )
  const items = isSignedIn ? data?.items : undefined
  const balanceOf = (coin: string) => items?.find((item) => item.coin === coin)?.available
  const start = { pairId, give, amount: typable(amount) }
  return <ExchangeForm balanceOf={balanceOf} onRefresh={refetch} start={start} />
}
